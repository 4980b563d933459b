/** Checks of URL length, method and Host header that every request must pass. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorCode } from '#src/contract/envelope.ts'
import { acceptedLanguage } from '#src/lib/i18n/languages.ts'
import type { Env } from '../service/platform/env.ts'
import { failedCallReply } from '../service/platform/http/error-reply.ts'
import type { Step } from './listen.ts'
import { securityHeaders } from './security-headers.ts'
import type { Visitor } from './visitor.ts'

const MAX_URL = 4_096
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Names and private addresses of this machine, with or without a port number. */
const LOCAL_HOST =
  /^(localhost|127(\.\d{1,3}){3}|\[::1\]|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2})(:\d+)?$/

/**
 * Rejects a URL that is too long with 414, an unknown method with 405, and several Host headers with 400: a proxy may have checked
 * another one than this server would use.
 */
export const limitRequests: Step = (req, res, visitor) => {
  if ((req.url ?? '/').length > MAX_URL) return rejectRequest(res, 'uri_too_long', visitor)
  if (hostsOf(req) > 1) return rejectRequest(res, 'bad_request', visitor)
  if (METHODS.includes(req.method ?? '')) return false
  res.setHeader('Allow', METHODS.join(', '))
  return rejectRequest(res, 'method_not_allowed', visitor)
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
}

/** Paths whose preflights of other origins the service answers: streams for receivers. */
const PREFLIGHTS = /^\/media\/s\//

/** Answers OPTIONS with the methods of the site and without a body. No other origin may call it, so there is nothing to negotiate. */
export const answerOptions: Step = (req, res, { path, isHttps }) => {
  if (req.method !== 'OPTIONS' || PREFLIGHTS.test(path)) return false
  const own = { Allow: METHODS.join(', '), 'Cache-Control': 'no-store' }
  res.writeHead(204, { ...securityHeaders('reply', isHttps), ...own }).end()
  return true
}

/** Rejects a request with 421 unless its Host is that of SITE_URL, in ALLOWED_HOSTS or, in demo mode, a name of this machine. */
export function rejectUnknownHosts(env: Pick<Env, 'SITE_URL' | 'ALLOWED_HOSTS' | 'MODE'>): Step {
  const known = new Set(env.ALLOWED_HOSTS.map(host => host.toLowerCase()))
  if (env.SITE_URL) known.add(new URL(env.SITE_URL).host.toLowerCase())
  const isAllowed = (host = '') => {
    const lower = host.toLowerCase()
    if (known.has(lower) || known.has(lower.replace(/:\d+$/, ''))) return true
    return env.MODE === 'demo' && LOCAL_HOST.test(lower)
  }
  return (req, res, visitor) =>
    !isAllowed(req.headers.host) && rejectRequest(res, 'misdirected', visitor)
}

/** Sends the envelope of a failure and closes the connection. */
export function rejectRequest(res: ServerResponse, result: ErrorCode, visitor: Visitor): true {
  const { 'accept-language': accepted } = res.req.headers
  const language = acceptedLanguage(accepted)
  const { status, envelope } = failedCallReply(result, {}, language)
  return sendUncachedText(res, status, JSON.stringify(envelope), visitor, { Connection: 'close' })
}

/** Sends a short reply that no cache stores. It is JSON unless `headers` set another Content-Type. */
export function sendUncachedText(
  res: ServerResponse,
  status: number,
  body: string,
  { isHttps }: Visitor,
  headers: Readonly<Record<string, string>> = {},
): true {
  res
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...securityHeaders('reply', isHttps),
      ...headers,
    })
    .end(body)
  return true
}
