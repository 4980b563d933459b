/** A socket that slow, long or broken requests cannot hold, and that ends what it began before it closes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { StartError } from '../service/start-error.ts'

const DRAIN_MS = 25_000
const TIMES = {
  headersTimeout: 4_000,
  requestTimeout: 8_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
}
/** Longer than the minute after which the usual proxies close a connection that nothing came over. */
const PROXY_KEEP_ALIVE_MS = 75_000

export type Listening = {
  host: string
  port: number
  log: Logger
  /** A proxy keeps connections to send the next request over, and must be the first to give one up. */
  isBehindProxy: boolean
  answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  /** Of replies to what could not be read or answered: the security headers. */
  headers: Readonly<Record<string, string>>
  /** After the last request has been answered. */
  stop: () => Promise<void>
}
/** Answers once it listens; `isDraining` turns true at SIGTERM, while started requests still end. */
export async function listen({
  host,
  port,
  log,
  isBehindProxy,
  answer,
  headers,
  stop,
}: Listening): Promise<{ isDraining: () => boolean }> {
  let draining = false
  const times = isBehindProxy ? { ...TIMES, keepAliveTimeout: PROXY_KEEP_ALIVE_MS } : TIMES
  const unread = { ...headers, 'Cache-Control': 'no-store' }
  const lines = Object.entries(unread).map(([name, value]) => `${name}: ${value}\r\n`)
  // Without a Host Node would answer by itself, without a header of ours.
  const server = createServer({ ...times, requireHostHeader: false }, (req, res) => {
    if (req.headers.host === undefined && req.httpVersion === '1.1')
      return void res.writeHead(400, { ...unread, Connection: 'close' }).end()
    if (draining) res.setHeader('Connection', 'close')
    answer(req, res).catch((error: unknown) => {
      log.error({ err: error }, 'request failed')
      if (res.headersSent) res.destroy()
      else res.writeHead(500, { ...unread, Connection: 'close' }).end()
    })
  })
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

  async function drain(signal: string): Promise<void> {
    if (draining) return
    draining = true
    log.info({ signal }, 'draining')
    const closed = new Promise<void>(done => server.close(() => done()))
    server.closeIdleConnections()
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await closed
    clearTimeout(deadline)
    await stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void drain('SIGTERM'))
  process.on('SIGINT', () => void drain('SIGINT'))
  return { isDraining: () => draining }
}

function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
}
