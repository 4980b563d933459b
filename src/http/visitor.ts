/** Who sends a request: address, protocol and site. Headers say so only where a trusted proxy or this process wrote them. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { SpanContext } from '@opentelemetry/api'
import type { Context } from 'hono'
import { runtime } from '../runtime.ts'
import type { Env } from '../service/env.ts'
import { addressResolver, plainAddress } from '../service/http/address.ts'
import { readTraceParent, TRACE_PARENT } from '../service/http/trace-parent.ts'
import { isRequestId } from '../service/request-id.ts'

export type Visitor = {
  path: string
  address: string
  /** The visitor speaks TLS, to this process or to a proxy before it. */
  isHttps: boolean
  /** A request of this process to itself, for a page that is to be rendered again. */
  isRevalidation: boolean
  /** The X-Request-Id of a trusted proxy, or a new one. */
  requestId: string
  /** The span of a trusted proxy that the request belongs to: nobody else may have requests recorded. */
  traceParent: SpanContext | null
}

const ADDRESS = 'pardeh-address'
const PROTO = 'pardeh-proto'
const REQUEST_ID = 'x-request-id'
const REVALIDATION = 'pardeh-refresh'
const REVALIDATION_PROTO = 'pardeh-refresh-proto'
/** Set by this process or by proxies; what a client sends in them goes no further. */
const INTERNAL = [
  ADDRESS,
  PROTO,
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
]
/** Known to this process alone, which sends it to no other. */
const SECRET = randomBytes(32).toString('base64url')

/** At the socket: reads the visitor of a request and removes the headers that name one. `trusted`: addresses of proxies. */
export function visitorReader(
  settings: Pick<Env, 'SITE_URL'>,
  trusted: readonly string[],
): (req: IncomingMessage) => Visitor {
  const addressOf = addressResolver(trusted)
  return req => {
    const socketAddress = req.socket.remoteAddress ?? ''
    const address = addressOf(socketAddress, header(req, 'x-forwarded-for'))
    const isProxied = address !== plainAddress(socketAddress)
    const isRevalidation = req.headers[REVALIDATION] === SECRET
    // The last entry is of the nearest proxy; the ones before it may be of anybody.
    const forwarded = header(req, 'x-forwarded-proto')?.split(',').at(-1)?.trim()
    const proto = isRevalidation ? header(req, REVALIDATION_PROTO) : isProxied ? forwarded : 'http'
    for (const name of INTERNAL) delete req.headers[name]
    const given = isProxied ? (header(req, REQUEST_ID) ?? '') : ''
    const requestId = isRequestId(given) ? given : randomUUID()
    // src/fetch.ts reads it there.
    req.headers[REQUEST_ID] = requestId
    const traceParent = isProxied ? readTraceParent(header(req, TRACE_PARENT)) : null
    const path = (req.url ?? '/').split('?', 1)[0] as string
    return {
      ...{ path, address, isHttps: isHttps(settings, proto), isRevalidation },
      ...{ requestId, traceParent },
    }
  }
}

/** At the socket: passes the visitor on to src/fetch.ts. */
export function passVisitor(req: IncomingMessage, { address, isHttps }: Visitor): void {
  req.headers[ADDRESS] = address
  req.headers[PROTO] = isHttps ? 'https' : 'http'
}

/** Headers of a request to this process itself, for a page as visitors of `host` see it. */
export function revalidationHeaders(host: string, isHttps: boolean): Record<string, string> {
  return { host, [REVALIDATION]: SECRET, [REVALIDATION_PROTO]: isHttps ? 'https' : 'http' }
}

/** Whether visitors come over TLS: by SITE_URL, or by what a trusted proxy says (`proto`). */
export function isHttps({ SITE_URL }: Pick<Env, 'SITE_URL'>, proto: string | undefined): boolean {
  return SITE_URL?.startsWith('https:') === true || proto === 'https'
}

/** The visitor's address, as the socket's side passed it on. */
export function addressOf(c: Context): string {
  return c.req.header(ADDRESS) ?? ''
}

export function isSecure(c: Context): boolean {
  return isHttps(runtime().settings, c.req.header(PROTO))
}

/** The origin at which the visitor sees the site. */
export function siteOrigin(c: Context): string {
  return (
    runtime().settings.SITE_URL ??
    `${isSecure(c) ? 'https' : 'http'}://${c.req.header('host') ?? 'localhost'}`
  )
}

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}
