/** The socket: slow, long or broken requests cannot block it, and started requests end before the process does. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { continueTrace } from '../service/http/trace-parent.ts'
import { StartError } from '../service/start-error.ts'
import { onStopSignal } from '../service/stop-signals.ts'
import type { ObserveRequest } from './observe-requests.ts'
import type { Visitor } from './visitor.ts'

/** Idle connections stay open so long after new ones are not accepted, or as long as the drain took. */
const IDLE_MS = 5_000
const QUIET_MS = 0.1
const QUIET_MOST_MS = 1_000
/** For started requests, after the last connection was accepted. */
const FINISH_MS = 20_000
const TIMEOUTS = {
  headersTimeout: 4_000,
  requestTimeout: 8_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
}
/** Longer than the minute after which common proxies close an idle connection. */
const PROXY_KEEP_ALIVE_MS = 75_000

/** Answers a request and returns true, or returns false and leaves it to the next step. */
export type Step = (
  req: IncomingMessage,
  res: ServerResponse,
  visitor: Visitor,
) => boolean | Promise<boolean>

export type ListenOptions = {
  host: string
  port: number
  log: Logger
  /** A proxy reuses connections for later requests, and must be the first to close an idle one. */
  isBehindProxy: boolean
  visitorOf: (req: IncomingMessage) => Visitor
  observe: ObserveRequest
  /** In the order in which a request passes them; the last one answers all requests. */
  steps: readonly Step[]
  /** Security headers of replies to requests that cannot be read or answered. */
  headers: Readonly<Record<string, string>>
  /** After SIGTERM the socket accepts for so long: proxies learn by /readyz that they are to use other nodes. */
  drainSeconds: number
  /** Called when the socket is about to close: ends replies that would never end by themselves. */
  beforeClose?: () => void
  /** Called after the last request has been answered. */
  stop: () => Promise<void>
}
/** `isDraining`: SIGTERM has come, and started requests are being answered. */
export type Server = { isDraining: () => boolean }

/** Resolves when the socket listens. */
export async function listen(options: ListenOptions): Promise<Server> {
  const { host, port, log, isBehindProxy, visitorOf, observe, steps, stop } = options
  let draining = false
  const running = new Set<ServerResponse>()
  const timeouts = isBehindProxy ? { ...TIMEOUTS, keepAliveTimeout: PROXY_KEEP_ALIVE_MS } : TIMEOUTS
  const headers = { ...options.headers, 'Cache-Control': 'no-store' }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const visitor = visitorOf(req)
    observe(req, res, visitor)
    await continueTrace(visitor.traceParent, async () => {
      for (const step of steps) {
        const answered = step(req, res, visitor)
        if (answered === true || (answered !== false && (await answered))) return
      }
    })
  }

  // Node's own reply to a request without Host would have no security headers.
  const server = createServer({ ...timeouts, requireHostHeader: false }, (req, res) => {
    if (req.headers.host === undefined && req.httpVersion === '1.1')
      return void res.writeHead(400, { ...headers, Connection: 'close' }).end()
    if (draining) res.setHeader('Connection', 'close')
    running.add(res)
    res.on('close', () => running.delete(res))
    answer(req, res).catch((error: unknown) => {
      log.error({ err: error }, 'request failed')
      if (res.headersSent) res.destroy()
      else res.writeHead(500, { ...headers, Connection: 'close' }).end()
    })
  })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return
    const status = `HTTP/1.1 ${statusOf(error)}\r\n`
    socket.end(`${status}${lines.join('')}Connection: close\r\nContent-Length: 0\r\n\r\n`)
  })
  await new Promise<void>((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        error.code === 'EADDRINUSE'
          ? new StartError(`Port ${port} is taken. Stop what uses it, or set another PORT.`)
          : error,
      ),
    )
    server.listen(port, host, done)
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })

  /** Replies close their connections from the start, so few are left when the socket closes the idle ones. */
  async function drain(signal: string): Promise<number> {
    draining = true
    log.info({ signal }, 'draining')
    for (const res of running) if (!res.headersSent) res.setHeader('Connection', 'close')
    const drainMs = signal === 'SIGTERM' ? options.drainSeconds * 1_000 : 0
    await wait(drainMs)
    options.beforeClose?.()
    if (drainMs > 0) await untilQuiet()
    // A proxy may be about to send a request over an idle connection, until a new connection has failed.
    const idleUntil = performance.now() + Math.min(drainMs, IDLE_MS)
    // Unlike the one of HTTP servers it leaves idle connections open.
    const closed = new Promise<void>(done => NetServer.prototype.close.call(server, () => done()))
    const sweep = setInterval(() => {
      if (performance.now() > idleUntil) server.closeIdleConnections()
    }, 100)
    const deadline = setTimeout(() => server.closeAllConnections(), FINISH_MS)
    await closed
    clearTimeout(deadline)
    clearInterval(sweep)
    await stop()
    return 0
  }
  onStopSignal(drain)
  return { isDraining: () => draining }
}

/**
 * The kernel resets connections that it has accepted and this process has not yet, when the socket closes. Right after a turn of the
 * event loop in which little else happened there is none.
 */
async function untilQuiet(): Promise<void> {
  const end = performance.now() + QUIET_MOST_MS
  for (let start = performance.now(); start < end; start = performance.now()) {
    await turn()
    if (performance.now() - start < QUIET_MS) return
  }
}

function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
}
