import type { Context, MiddlewareHandler } from 'hono'
import { runtime } from '../runtime.ts'
import { securityHeaders as headersFor, isHttps } from './security-headers.ts'

/** What a page may say for itself. */
const OF_PAGES = new Set(['Content-Security-Policy', 'Referrer-Policy'])

/** Security headers on every reply, errors and redirects too, and a Cache-Control on those that bring none. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  for (const [name, value] of Object.entries(headersFor('reply', isSecure(c))))
    if (!OF_PAGES.has(name) || !headers.has(name)) headers.set(name, value)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  const type = headers.get('Content-Type')
  if (type && /^(text\/|application\/(json|xml|javascript))/.test(type) && !/charset/i.test(type)) {
    headers.set('Content-Type', `${type}; charset=utf-8`)
  }
}

export function isSecure(c: Context): boolean {
  return isHttps(runtime().settings, c.req.header('pardeh-proto'))
}

export function siteOrigin(c: Context): string {
  return (
    runtime().settings.SITE_URL ??
    `${isSecure(c) ? 'https' : 'http'}://${c.req.header('host') ?? 'localhost'}`
  )
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Banks post back from their own site: these paths trust nothing but an authority to look up. */
const FROM_ELSEWHERE = /^\/(payments\/[\w-]+\/callback|webhooks\/[\w-]+|fake\/)/

/** Unsafe methods need the site itself behind them. GETs with an effect do too; the service refuses those. */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  if (!SAFE.has(c.req.method) && !FROM_ELSEWHERE.test(c.req.path)) {
    const site = siteOfCaller(c)
    if (site && site !== 'same-origin' && site !== 'none')
      return c.json(
        { data: null, meta: { operation_result: 'forbidden', operation_result_code: 40300 } },
        403,
      )
  }
  return next()
}

/**
 * Sec-Fetch-Site, or for browsers that do not send it what their Origin, and on a GET their Referer, says. Undefined for a
 * native client, which sends none of the three and no cookie: nobody can make it send a request.
 */
export function siteOfCaller(c: Context): string | undefined {
  const site = c.req.header('sec-fetch-site')
  if (site) return site
  const from = c.req.header('origin') ?? originOf(c.req.header('referer'))
  if (from) return from === siteOrigin(c) ? 'same-origin' : 'cross-site'
  return c.req.header('cookie') ? 'cross-site' : undefined
}

function originOf(address: string | undefined): string | undefined {
  if (!address) return undefined
  return URL.parse(address)?.origin ?? 'null'
}
