/** The security headers of every reply: pages, calls, files, health, redirects and errors. */
import type { MiddlewareHandler } from 'hono'
import { isSecureRequest } from './visitor.ts'

type Headers = Readonly<Record<string, string>>

const YEAR_SECONDS = 31_536_000
const NOTHING_LOADS =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Permitted-Cross-Domain-Policies': 'none',
}
const HSTS = { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}; includeSubDomains` }

const REPLY = { ...COMMON, 'Content-Security-Policy': `${NOTHING_LOADS}; sandbox` }
/** Files have no `sandbox`: a worker inherits the policy of its script, and `sandbox` would give it an opaque origin. */
const FILE = { ...COMMON, 'Content-Security-Policy': NOTHING_LOADS }
const SETS = {
  reply: { plain: REPLY, tls: { ...REPLY, ...HSTS } },
  file: { plain: FILE, tls: { ...FILE, ...HSTS } },
} as const satisfies Record<string, { plain: Headers; tls: Headers }>

/** Returns the security headers of a `reply` or `file`. `isHttps` is true if the visitor uses TLS. */
export function securityHeaders(kind: keyof typeof SETS, isHttps: boolean): Headers {
  return SETS[kind][isHttps ? 'tls' : 'plain']
}

/** Cache-Control of a reply that sets none. */
export const DEFAULT_CACHE_CONTROL = 'private, no-cache'
/** Headers that a page may set itself. */
const PAGE_HEADERS = new Set(['Content-Security-Policy', 'Referrer-Policy'])
const TEXT = /^(text\/|application\/(json|xml|javascript))/

/** Completes the headers of replies of src/fetch.ts. */
export const addSecurityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  completeHeaders(c.res.headers, isSecureRequest(c))
}

/**
 * Adds the security headers to a reply, and a Cache-Control and a charset if they are missing. A page that is stored for later
 * visitors passes here too, so that all of them get the same headers.
 */
export function completeHeaders(headers: globalThis.Headers, isHttps: boolean): void {
  for (const [name, value] of Object.entries(securityHeaders('reply', isHttps)))
    if (!PAGE_HEADERS.has(name) || !headers.has(name)) headers.set(name, value)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', DEFAULT_CACHE_CONTROL)
  const type = headers.get('Content-Type')
  if (type && TEXT.test(type) && !/charset/i.test(type))
    headers.set('Content-Type', `${type}; charset=utf-8`)
}
