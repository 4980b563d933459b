import type { Context, MiddlewareHandler } from 'hono'
import { running } from '../running.ts'
import { isSecure } from './cookies.ts'

const YEAR_SECONDS = 31_536_000

/** The policy of replies that are no pages: nothing in them may run or load. Pages bring Astro's own, with hashes. */
const NOTHING_RUNS =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Security headers on every reply, errors and redirects too. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', NOTHING_RUNS)
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('X-Frame-Options', 'DENY')
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
  headers.set('X-Permitted-Cross-Domain-Policies', 'none')
  if (isSecure(c))
    headers.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}; includeSubDomains`)
  const type = headers.get('Content-Type')
  if (type && /^(text\/|application\/(json|xml|javascript))/.test(type) && !/charset/i.test(type)) {
    headers.set('Content-Type', `${type}; charset=utf-8`)
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Banks post back from their own site: these paths trust nothing but an authority to look up. */
const FROM_ELSEWHERE = /^\/(payments\/[\w-]+\/callback|webhooks\/[\w-]+|fake\/)/

/** Unsafe methods need the site itself behind them: Sec-Fetch-Site same-origin, or else its Origin. */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  if (!SAFE.has(c.req.method) && !FROM_ELSEWHERE.test(c.req.path) && !comesFromHere(c)) {
    return c.json(
      { data: null, meta: { operation_result: 'forbidden', operation_result_code: 40300 } },
      403,
    )
  }
  return next()
}

function comesFromHere(c: Context): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = c.req.header('origin')
  if (!origin) return !c.req.header('cookie')
  return origin === siteOrigin(c)
}

export function siteOrigin(c: Context): string {
  return (
    running().env.SITE_URL ??
    `${isSecure(c) ? 'https' : 'http'}://${c.req.header('host') ?? 'localhost'}`
  )
}
