/** Cross-site request forgery: requests with an effect are accepted from pages of the site itself alone. */
import type { Context, MiddlewareHandler } from 'hono'
import { errorReply } from '../service/http/error-reply.ts'
import { siteOrigin } from './visitor.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Banks post back from their own site; these paths trust nothing of a request but an authority to look up. */
const FROM_BANKS = /^\/(payments\/[\w-]+\/callback|webhooks\/[\w-]+|fake\/)/

/** Rejects unsafe methods from other sites. GETs with an effect are rejected by the service (service/http/router.ts). */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  if (SAFE.has(c.req.method) || FROM_BANKS.test(c.req.path)) return next()
  const site = callerSite(c)
  if (site && site !== 'same-origin' && site !== 'none') return errorReply('forbidden')
  return next()
}

/**
 * Sec-Fetch-Site, or for browsers that do not send it what their Origin, and on a GET their Referer, says. Undefined for a
 * native client, which sends none of the three and no cookie: no site can make it send a request.
 */
export function callerSite(c: Context): string | undefined {
  const site = c.req.header('sec-fetch-site')
  if (site) return site
  const from = c.req.header('origin') ?? originOf(c.req.header('referer'))
  if (from) return from === siteOrigin(c) ? 'same-origin' : 'cross-site'
  return c.req.header('cookie') ? 'cross-site' : undefined
}

/** Scripts of a browser never see a token; a native client, which names no site, stores it itself. */
export function isBrowser(c: Context): boolean {
  return callerSite(c) !== undefined
}

function originOf(address: string | undefined): string | undefined {
  if (!address) return undefined
  return URL.parse(address)?.origin ?? 'null'
}
