/** The security headers of every reply: pages, calls, files, health, redirects and errors. */
import type { MiddlewareHandler } from 'hono'
import { isSecure } from './visitor.ts'

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
/** A worker inherits the policy of its script: `sandbox` would take its origin away. */
const FILE = { ...COMMON, 'Content-Security-Policy': NOTHING_LOADS }
const SETS = {
  reply: { plain: REPLY, tls: { ...REPLY, ...HSTS } },
  file: { plain: FILE, tls: { ...FILE, ...HSTS } },
} as const satisfies Record<string, { plain: Headers; tls: Headers }>

/** `isHttps`: the visitor speaks TLS. */
export function securityHeaders(kind: keyof typeof SETS, isHttps: boolean): Headers {
  return SETS[kind][isHttps ? 'tls' : 'plain']
}

/** A page may set these itself. */
const OF_PAGES = new Set(['Content-Security-Policy', 'Referrer-Policy'])
const TEXT = /^(text\/|application\/(json|xml|javascript))/

/** Sets them on replies of src/fetch.ts, with a Cache-Control and a charset where a reply has none. */
export const secureReply: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  for (const [name, value] of Object.entries(securityHeaders('reply', isSecure(c))))
    if (!OF_PAGES.has(name) || !headers.has(name)) headers.set(name, value)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  const type = headers.get('Content-Type')
  if (type && TEXT.test(type) && !/charset/i.test(type))
    headers.set('Content-Type', `${type}; charset=utf-8`)
}
