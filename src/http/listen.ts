/** The HTTP server: slow, long or broken requests cannot block it, and running requests are finished before the process ends. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { continueTrace } from '../service/platform/http/trace-parent.ts'
import { StartError } from '../service/platform/start-error.ts'
import { onStopSignal } from '../service/platform/stop-signals.ts'
import type { ObserveRequest } from './observe-requests.ts'
import type { Visitor } from './visitor.ts'

/** Idle connections stay open for this long after the drain, or for as long as the drain took if that was shorter. */
const IDLE_MS = 1_000
/** A turn of the event loop that takes less than this counts as idle. */
const QUIET_MS = 0.1
const MAX_QUIET_WAIT_MS = 1_000
/** Time for running requests to finish after the last connection was accepted. */
const FINISH_MS = 20_000
const TIMEOUTS = {
  headersTimeout: 4_000,
  requestTimeout: 8_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
}
/** Common proxies close an idle connection after a minute; ours must stay open longer. */
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
  /** The setting of the port, for the message if it is taken. */
  portSetting?: 'STAFF_PORT'
  log: Logger
  /** A proxy reuses connections for later requests, and must be the first to close an idle one. */
  isBehindProxy: boolean
  visitorOf: (req: IncomingMessage) => Visitor
  observe: ObserveRequest
  /** Steps in the order in which a request passes them. The last one answers every request. */
  steps: readonly Step[]
  /** Security headers of replies to requests that cannot be read or answered. */
  headers: Readonly<Record<string, string>>
  /** Seconds after SIGTERM in which the server still accepts connections, until proxies see in /readyz that the node is draining. */
  drainSeconds: number
  /** Called just before the server closes: ends replies that are streamed without an end. */
  beforeClose?: () => void
  /** Called after the last request has been answered. */
  stop: () => Promise<void>
}
/** `isDraining` is true after a stop signal, while running requests are being answered. */
export type Server = { isDraining: () => boolean }

/**
 * Starts the HTTP server. Resolves when it listens.
 * @throws StartError if the port is in use
 */
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

  // Node's own reply to a request without a Host header would lack the security headers.
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
  // Node's own 417 would lack the security headers, and 100-continue is the only expectation that it knows.
  server.on('checkExpectation', (_, res) => {
    res.writeHead(417, { ...headers, Connection: 'close' }).end()
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
          ? new StartError(
              `Port ${port} is taken. Stop the program that uses it, or set another ${options.portSetting ?? 'PORT'}.`,
            )
          : error,
      ),
    )
    server.listen(port, host, done)
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })

  /** Stops the server. Replies close their connections from the start, so that few idle ones remain at the end. */
  async function drain(signal: string): Promise<number> {
    draining = true
    log.info({ signal }, 'draining')
    for (const res of running) if (!res.headersSent) res.setHeader('Connection', 'close')
    const drainMs = signal === 'SIGTERM' ? options.drainSeconds * 1_000 : 0
    await wait(drainMs)
    options.beforeClose?.()
    if (drainMs > 0) await untilQuiet()
    // A proxy may still send a request over an idle connection, until it has failed to open a new one.
    const idleUntil = performance.now() + Math.min(drainMs, IDLE_MS)
    // Unlike `close` of HTTP servers, `close` of net.Server leaves idle connections open.
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
 * Waits for an idle turn of the event loop, in which this process has taken all connections that the kernel accepted. The kernel
 * resets the others when the server closes.
 */
async function untilQuiet(): Promise<void> {
  const end = performance.now() + MAX_QUIET_WAIT_MS
  for (let start = performance.now(); start < end; start = performance.now()) {
    await turn()
    if (performance.now() - start < QUIET_MS) return
  }
}

function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
}
