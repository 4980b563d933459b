import type { ServerResponse } from 'node:http'
import type { Env } from '../service/env.ts'

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** A short reply of the socket's own, which no cache keeps. `headers` are the security headers, and may name a type. */
export function sendText(
  res: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  const own = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
  res.writeHead(status, { ...own, ...headers }).end(body)
}

/** A reply for requests that reach no page: no language, no look, nothing to learn from. */
export function rejectRequest(
  res: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  if (status === 405) res.setHeader('Allow', METHODS.join(', '))
  sendText(res, status, '', { ...headers, Connection: 'close' })
}

/** Which Host headers are ours: SITE_URL's, those of ALLOWED_HOSTS, and in demo any name of this machine. */
export function hostAllowList(env: Env): (host: string | undefined) => boolean {
  const known = new Set(env.ALLOWED_HOSTS.map(host => host.toLowerCase()))
  if (env.SITE_URL) known.add(new URL(env.SITE_URL).host.toLowerCase())
  return host => {
    if (!host) return false
    const lower = host.toLowerCase()
    if (known.has(lower) || known.has(lower.replace(/:\d+$/, ''))) return true
    if (env.MODE === 'production') return false
    return /^(localhost|127(\.\d{1,3}){3}|\[::1\]|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2})(:\d+)?$/.test(
      lower,
    )
  }
}
