/**
 * The scoring of Mozilla's HTTP Observatory (@mdn/mdn-http-observatory 1.4.8, its analyzer and grader) for one reply over TLS. Its
 * package downloads lists when it is installed, so its rules are repeated here. The proxy redirects from http, which counts as
 * done. SRI requires nothing, because no script comes from another site. The names below are the Observatory's own.
 */
export type Scored = { headers: Record<string, string | string[] | undefined>; text: string }
type Score = { rule: string; points: number }

const EXTRA_CREDIT_FROM = 90
const SIX_MONTHS = 15_552_000
const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']
const BROAD_OR_INLINE = [...BROAD, "'unsafe-inline'", 'data:']
const PRIVATE_REFERRER = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
]

/** Calculates the score, which starts at 100; bonuses count from 90 upwards. */
export function observatoryScore(reply: Scored): { score: number; lost: Score[] } {
  const csp = policyOf(one(reply, 'content-security-policy'))
  const all: Score[] = [
    { rule: 'content-security-policy', points: cspPoints(csp) },
    { rule: 'cookies', points: cookiePoints([reply.headers['set-cookie'] ?? []].flat()) },
    { rule: 'cors', points: one(reply, 'access-control-allow-origin') === '*' ? -50 : 0 },
    { rule: 'corp', points: corpPoints(one(reply, 'cross-origin-resource-policy')) },
    { rule: 'referrer-policy', points: referrerPoints(one(reply, 'referrer-policy')) },
    { rule: 'hsts', points: hstsPoints(one(reply, 'strict-transport-security')) },
    { rule: 'sri', points: foreignScripts(reply.text) ? -5 : 0 },
    { rule: 'nosniff', points: one(reply, 'x-content-type-options') === 'nosniff' ? 0 : -5 },
    { rule: 'framing', points: framePoints(csp, one(reply, 'x-frame-options')) },
  ]
  const sum = (kind: (score: Score) => boolean) =>
    all.filter(kind).reduce((total, { points }) => total + points, 0)
  const base = 100 + sum(({ points }) => points < 0)
  const score = base >= EXTRA_CREDIT_FROM ? base + sum(({ points }) => points > 0) : base
  return { score, lost: all.filter(({ points }) => points < 0) }
}

function one({ headers }: Scored, name: string): string {
  return [headers[name] ?? ''].flat().join(', ')
}

type Policy = Map<string, string[]>
function policyOf(header: string): Policy {
  const directives = header.split(';').map(directive => directive.trim().split(/\s+/))
  return new Map(
    directives.flatMap(([name = '', ...sources]) => (name ? [[name.toLowerCase(), sources]] : [])),
  )
}

function cspPoints(csp: Policy): number {
  if (csp.size === 0) return -25
  const of = (name: string) => csp.get(name) ?? csp.get('default-src') ?? ['*']
  const withoutInline = (sources: string[]) =>
    sources.some(source => /^'(sha(256|384|512)|nonce)-/.test(source))
      ? sources.filter(source => source !== "'unsafe-inline'")
      : sources
  const [scripts, styles] = [of('script-src'), of('style-src')].map(withoutInline)
  const holds = (sources: string[] = [], bad: string[]) => sources.some(each => bad.includes(each))
  if (holds(scripts, BROAD_OR_INLINE) || holds(of('object-src'), BROAD)) return -20
  if ([...csp.values()].flat().some(source => /^(http|ftp):/.test(source))) return -20
  if (holds([...(scripts ?? []), ...(styles ?? [])], ["'unsafe-eval'"])) return -10
  if (holds(styles, BROAD_OR_INLINE)) return 0
  return csp.get('default-src')?.join() === "'none'" ? 10 : 5
}

function cookiePoints(cookies: string[]): number {
  if (cookies.length === 0) return 0
  const is = (cookie: string, flag: RegExp) => flag.test(cookie)
  const isSession = (cookie: string) => /^[^=]*(login|sess)[^=]*=/i.test(cookie)
  if (cookies.some(each => isSession(each) && !is(each, /; *secure/i))) return -40
  if (cookies.some(each => isSession(each) && !is(each, /; *httponly/i))) return -30
  if (cookies.some(each => !is(each, /; *secure/i))) return -20
  return cookies.every(each => is(each, /; *samesite=(lax|strict)/i)) ? 5 : 0
}

function corpPoints(value: string): number {
  if (value === 'same-origin' || value === 'same-site') return 10
  return value === '' || value === 'cross-origin' ? 0 : -5
}

function referrerPoints(value: string): number {
  if (value === '') return 0
  return PRIVATE_REFERRER.includes(value) ? 5 : -5
}

function hstsPoints(value: string): number {
  const age = Number(/^max-age=(\d+)(;|$)/.exec(value)?.[1] ?? 0)
  if (age === 0) return -20
  return age >= SIX_MONTHS ? 0 : -10
}

function framePoints(csp: Policy, header: string): number {
  if (csp.has('frame-ancestors')) return 5
  return /^(deny|sameorigin)$/i.test(header) ? 0 : -20
}

/** True if the page has scripts of another site. Only these need an integrity attribute. */
function foreignScripts(text: string): boolean {
  return /<script[^>]+src="(?!\/(?!\/))/.test(text)
}
