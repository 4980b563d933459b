/**
 * Answers calls of the contract at the socket, with the steps of serve-api.ts but without their Request and Response: the two, and the
 * copies of a body between them, cost several times as much as a call.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Context } from 'hono'
import type { ApiReply, FindCall } from '../service/platform/http/api-call.ts'
import { createCallHeaders, createDevice, needsDevice } from './api-proxy.ts'
import { chooseCoding, compressText } from './compress.ts'
import { findCallAt, inputOf } from './plain-calls.ts'
import { isFromOwnSite } from './same-origin.ts'
import { DEFAULT_CACHE_CONTROL, securityHeaders } from './security-headers.ts'
import { applyReply } from './session.ts'
import type { Visitor } from './visitor.ts'

const API = '/api'
/** Calls with a check of their own in serve-api.ts. */
const CHECKED = '/api/sso/'

/**
 * Returns a step for calls whose path has plain segments only. Calls that are not in the contract, and those from other sites, continue in
 * serve-api.ts.
 */
export function createDirectApi(find: FindCall) {
  return async (req: IncomingMessage, res: ServerResponse, visitor: Visitor): Promise<boolean> => {
    const { path } = visitor
    const call = path.startsWith(CHECKED) ? null : findCallAt(find, req, path.slice(API.length))
    if (!call) return false
    const c = new SocketContext(req, path)
    if (!isFromOwnSite(c)) return false
    const headers = createCallHeaders(c, path.slice(API.length))
    if (needsDevice(c, path)) {
      const { device, cookie } = createDevice(c)
      headers['device-id'] = device
      c.header('Set-Cookie', cookie, { append: true })
    }
    const reply = await call.answer({
      ...inputOf(req),
      headers,
      context: { address: visitor.address, requestId: visitor.requestId },
    })
    applyReply(c, reply, call.endpoint.session)
    await send(req, res, visitor, reply, c.replyHeaders)
    return true
  }
}

/** The request at the socket as the functions of the other steps read it. Collects the headers that they add to the reply. */
class SocketContext extends Context {
  readonly replyHeaders: Record<string, string[]> = {}

  constructor({ method, url, headers }: IncomingMessage, path: string) {
    const get = (name: string) => {
      const value = headers[name.toLowerCase()]
      return Array.isArray(value) ? value.join(', ') : (value ?? null)
    }
    // Hono reads nothing else of a request.
    super({ method, url, headers: { get } } as unknown as Request, {
      path,
      env: {},
      notFoundHandler: () => new Response(),
    })
  }

  override header: Context['header'] = (name, value, options) => {
    if (value === undefined) return
    const before = options?.append ? (this.replyHeaders[name] ?? []) : []
    this.replyHeaders[name] = [...before, value]
  }
}

async function send(
  req: IncomingMessage,
  res: ServerResponse,
  { isHttps }: Visitor,
  { status, headers, envelope }: ApiReply,
  replyHeaders: Readonly<Record<string, string[]>>,
): Promise<void> {
  const coding = chooseCoding(req.headers['accept-encoding'] ?? '')
  const { body, isCompressed } = await compressText(JSON.stringify(envelope), coding)
  res.writeHead(status, {
    ...securityHeaders('reply', isHttps),
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': DEFAULT_CACHE_CONTROL,
    Vary: 'Accept-Encoding',
    ...headers,
    ...replyHeaders,
    ...(isCompressed ? { 'Content-Encoding': coding } : {}),
    'Content-Length': body.length,
  })
  res.end(body)
}
