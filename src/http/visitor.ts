/** The visitor of a request: address, protocol and site. Headers count only if a trusted proxy or this process wrote them. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { SpanContext } from '@opentelemetry/api'
import type { Context } from 'hono'
import { runtime } from '../runtime.ts'
import type { Env } from '../service/platform/env.ts'
import { addressResolver, plainAddress } from '../service/platform/http/address.ts'
import { readTraceParent, TRACE_PARENT } from '../service/platform/http/trace-parent.ts'
import { isRequestId } from '../service/platform/request-id.ts'

export type Visitor = {
  path: string
  address: string
  /** True if the visitor uses TLS, to this process or to a proxy in front of it. */
  isHttps: boolean
  /** True if a proxy forwarded the request, even one that TRUST_PROXY does not list. */
  isForwarded: boolean
  /** True if this process sent the request to itself to render a page again. */
  isRevalidation: boolean
  /** The X-Request-Id of a trusted proxy, or a new id. */
  requestId: string
  /** The span of a trusted proxy to which the request belongs. Other clients cannot have their requests recorded. */
  traceParent: SpanContext | null
}

const ADDRESS = 'pardeh-address'
const PROTO = 'pardeh-proto'
const REQUEST_ID = 'x-request-id'
const REVALIDATION = 'pardeh-refresh'
const REVALIDATION_PROTO = 'pardeh-refresh-proto'
/** Headers that only this process and trusted proxies set. Values from clients are removed. */
const INTERNAL = [
  ADDRESS,
  PROTO,
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
]
/** Headers that proxies add to forwarded requests: nginx as in ops/nginx, Varnish, Apache, HAProxy, Caddy. */
const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via']
/** Proves that a request comes from this process, which sends it only to itself. */
const SECRET = randomBytes(32).toString('base64url')

/**
 * Returns a function that reads the visitor of a request at the socket, and removes the headers that describe one.
 * @param trusted addresses of proxies
 */
export function createVisitorReader(
  settings: Pick<Env, 'SITE_URL'>,
  trusted: readonly string[],
): (req: IncomingMessage) => Visitor {
  const resolveAddress = addressResolver(trusted)
  return req => {
    const socketAddress = req.socket.remoteAddress ?? ''
    const address = resolveAddress(socketAddress, header(req, 'x-forwarded-for'))
    const isProxied = address !== plainAddress(socketAddress)
    const isForwarded = FORWARDING.some(name => req.headers[name] !== undefined)
    const isRevalidation = req.headers[REVALIDATION] === SECRET
    // The nearest proxy wrote the last entry; any client may have written the others.
    const forwarded = header(req, 'x-forwarded-proto')?.split(',').at(-1)?.trim()
    const proto = isRevalidation ? header(req, REVALIDATION_PROTO) : isProxied ? forwarded : 'http'
    removeHeaders(req, INTERNAL)
    const proxyId = isProxied ? (header(req, REQUEST_ID) ?? '') : ''
    const requestId = isRequestId(proxyId) ? proxyId : randomUUID()
    // src/fetch.ts reads the id from this header.
    setHeaders(req, { [REQUEST_ID]: requestId })
    const traceParent = isProxied ? readTraceParent(header(req, TRACE_PARENT)) : null
    const path = (req.url ?? '/').split('?', 1)[0] as string
    return {
      path,
      address,
      isHttps: usesHttps(settings, proto),
      isForwarded,
      isRevalidation,
      requestId,
      traceParent,
    }
  }
}

/** Passes the visitor from the socket to src/fetch.ts and serve-api.ts, in headers. */
export function passVisitor(req: IncomingMessage, { address, isHttps }: Visitor): void {
  setHeaders(req, { [ADDRESS]: address, [PROTO]: isHttps ? 'https' : 'http' })
}

/** Replaces headers of a request that Node has read. A Request for a call with a body is made from the raw ones. */
function setHeaders(req: IncomingMessage, values: Record<string, string>): void {
  removeHeaders(req, Object.keys(values))
  Object.assign(req.headers, values)
  req.rawHeaders.push(...Object.entries(values).flat())
}

/** @param names in lower case */
function removeHeaders(req: IncomingMessage, names: readonly string[]): void {
  const sent = names.filter(name => req.headers[name] !== undefined)
  if (sent.length === 0) return
  for (const name of sent) delete req.headers[name]
  const { rawHeaders } = req
  // Names and values take turns.
  req.rawHeaders = rawHeaders.filter(
    (_, index) => !sent.includes((rawHeaders[index & ~1] as string).toLowerCase()),
  )
}

/** Returns headers for a request of this process to itself, for a page as visitors of `host` see it. */
export function revalidationHeaders(host: string, isHttps: boolean): Record<string, string> {
  return { host, [REVALIDATION]: SECRET, [REVALIDATION_PROTO]: isHttps ? 'https' : 'http' }
}

/** True if visitors use TLS according to SITE_URL or to `proto`, the protocol that a trusted proxy reported. */
export function usesHttps({ SITE_URL }: Pick<Env, 'SITE_URL'>, proto: string | undefined): boolean {
  return SITE_URL?.startsWith('https:') === true || proto === 'https'
}

/** Returns the visitor's address, which `passVisitor` wrote. */
export function visitorAddress(c: Context): string {
  return c.req.header(ADDRESS) ?? ''
}

export function isSecureRequest(c: Context): boolean {
  return usesHttps(runtime().settings, c.req.header(PROTO))
}

/** Returns the origin at which the visitor sees the site. */
export function siteOrigin(c: Context): string {
  return (
    runtime().settings.SITE_URL ??
    `${isSecureRequest(c) ? 'https' : 'http'}://${c.req.header('host') ?? 'localhost'}`
  )
}

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}
