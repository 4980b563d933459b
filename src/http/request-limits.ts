/** Rejects requests that no page or call accepts: by URL length, method and Host. */
import type { ServerResponse } from 'node:http'
import type { Env } from '../service/env.ts'
import type { Step } from './listen.ts'
import { securityHeaders } from './security-headers.ts'
import type { Visitor } from './visitor.ts'

const MAX_URL = 4_096
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Names and private addresses of this machine, with or without a port. */
const LOCAL_HOST =
  /^(localhost|127(\.\d{1,3}){3}|\[::1\]|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2})(:\d+)?$/

export const requestLimits: Step = (req, res, visitor) => {
  if ((req.url ?? '/').length > MAX_URL) return reject(res, 414, visitor)
  if (METHODS.includes(req.method ?? '')) return false
  res.setHeader('Allow', METHODS.join(', '))
  return reject(res, 405, visitor)
}

/** Accepts the hosts of SITE_URL and ALLOWED_HOSTS, and in demo any name of this machine. */
export function allowedHosts(env: Pick<Env, 'SITE_URL' | 'ALLOWED_HOSTS' | 'MODE'>): Step {
  const known = new Set(env.ALLOWED_HOSTS.map(host => host.toLowerCase()))
  if (env.SITE_URL) known.add(new URL(env.SITE_URL).host.toLowerCase())
  const isAllowed = (host = '') => {
    const lower = host.toLowerCase()
    if (known.has(lower) || known.has(lower.replace(/:\d+$/, ''))) return true
    return env.MODE === 'demo' && LOCAL_HOST.test(lower)
  }
  return (req, res, visitor) => !isAllowed(req.headers.host) && reject(res, 421, visitor)
}

/** An empty reply that closes the connection. */
export function reject(res: ServerResponse, status: number, visitor: Visitor): true {
  return sendText(res, status, '', visitor, { Connection: 'close' })
}

/** A short reply that no cache stores; JSON unless `headers` say otherwise. */
export function sendText(
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
