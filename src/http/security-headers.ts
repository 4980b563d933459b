// The security headers of every reply: pages, calls, files, health, redirects and refusals. Who sends a reply spreads one
// of these sets into it; a page brings a content security policy of its own.
import type { Env } from '../service/env.ts'

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
/** A worker's script hands its policy on to the worker: `sandbox` would take its origin. */
const FILE = { ...COMMON, 'Content-Security-Policy': NOTHING_LOADS }
const SETS = {
  reply: { plain: REPLY, tls: { ...REPLY, ...HSTS } },
  file: { plain: FILE, tls: { ...FILE, ...HSTS } },
} as const satisfies Record<string, { plain: Headers; tls: Headers }>

/** `isHttps`: what the visitor speaks, see `isHttps` below. */
export function securityHeaders(kind: keyof typeof SETS, isHttps: boolean): Headers {
  return SETS[kind][isHttps ? 'tls' : 'plain']
}

/** Whether visitors come over TLS: by SITE_URL, or as a trusted proxy says (`proto`). */
export function isHttps(env: Pick<Env, 'SITE_URL'>, proto: string | undefined): boolean {
  return env.SITE_URL?.startsWith('https:') === true || proto === 'https'
}
