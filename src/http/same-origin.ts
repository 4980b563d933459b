/** Protection from cross-site request forgery: requests with an effect are accepted only from the site's own pages. */
import type { Context, MiddlewareHandler } from 'hono'
import { errorReply } from '../service/platform/http/error-reply.ts'
import { siteOrigin } from './visitor.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Paths to which banks post from their own site. Their handlers trust only an authority that they look up. */
const FROM_BANKS = /^\/(payments\/[\w-]+\/callback|webhooks\/[\w-]+|fake\/)/

/** Rejects unsafe methods from other sites. The service itself rejects GETs with an effect (service/platform/http/router.ts). */
export const requireSameOrigin: MiddlewareHandler = async (c, next) => {
  if (FROM_BANKS.test(c.req.path) || isFromOwnSite(c)) return next()
  return errorReply('forbidden')
}

/** False for an unsafe method from another site. */
export function isFromOwnSite(c: Context): boolean {
  if (SAFE.has(c.req.method)) return true
  const site = callerSite(c)
  return !site || site === 'same-origin' || site === 'none'
}

/**
 * Refuses to load a partner's sign-in as a picture, frame or script of another site: its wrong tokens would count against the visitor's
 * address. Other sites may only link to its page, and may not call its API.
 */
export const refuseEmbedding: MiddlewareHandler = async (c, next) => {
  const [dest, mode] = [c.req.header('sec-fetch-dest'), c.req.header('sec-fetch-mode')]
  const isNavigation = (!dest || dest === 'document') && (!mode || mode === 'navigate')
  const isPage = !c.req.path.startsWith('/api/')
  const site = c.req.header('sec-fetch-site')
  const isForeign = site ? site !== 'same-origin' && site !== 'none' : !isPage && !isOwn(c)
  if (isForeign && !(isPage && isNavigation)) return errorReply('forbidden')
  return next()
}

/** True for a call of the site itself or of a native client. */
function isOwn(c: Context): boolean {
  const site = callerSite(c)
  return site === undefined || site === 'same-origin'
}

/**
 * Returns Sec-Fetch-Site, or its equivalent from Origin or Referer for browsers that do not send it. Undefined for a native client,
 * which sends none of the three and no cookie: no site can make it send a request. A foreign Origin counts more than "none", which
 * means that the user typed the address: browsers send no Origin with that.
 */
export function callerSite(c: Context): string | undefined {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  if (site === 'none' && origin && origin !== siteOrigin(c)) return 'cross-site'
  if (site) return site
  const from = origin ?? originOf(c.req.header('referer'))
  if (from) return from === siteOrigin(c) ? 'same-origin' : 'cross-site'
  return c.req.header('cookie') ? 'cross-site' : undefined
}

/** True if a browser sent the call. Its scripts must not get a token; a native client stores its token itself. */
export function isBrowserCall(c: Context): boolean {
  return callerSite(c) !== undefined
}

function originOf(address: string | undefined): string | undefined {
  if (!address) return undefined
  return URL.parse(address)?.origin ?? 'null'
}
