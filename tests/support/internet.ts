/**
 * A small internet on this machine: one TLS server that answers for every host of a test, a Chromium that finds all hosts there,
 * and the environment in which a site finds the hosts under `.example`.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright'
import { launchOptions } from './browser-server.ts'

const CERTIFICATE = resolve(import.meta.dirname, 'tls/example.crt')
const KEY = resolve(import.meta.dirname, 'tls/example.key')
const NAMES = pathToFileURL(resolve(import.meta.dirname, 'programs/example-names.ts')).href
const SOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** A handler, or the origin to which requests are forwarded, as by a proxy that terminates TLS. */
export type Host = RequestListener | string
type Asked = {
  host: string
  path: string
  method: string
  referer: string | undefined
  authorization: string | undefined
  /** Body of a request that was forwarded. */
  body: string
}
export type Internet = {
  port: number
  asked: Asked[]
  /**
   * Returns the origin of a host for processes, which need the port and a host below `net.example` that the certificate names.
   * Browsers need neither.
   */
  origin: (host: string) => string
  /** Environment of processes that call these hosts. */
  env: Record<'NODE_OPTIONS' | 'NODE_EXTRA_CA_CERTS', string>
  /** Adds or replaces a host. */
  host: (name: string, host: Host) => void
  browser: Browser
  stop: () => Promise<void>
}

export async function startInternet(hosts: Record<string, Host> = {}): Promise<Internet> {
  const all = new Map(Object.entries(hosts))
  const asked: Asked[] = []
  const sockets = new Set<Duplex>()
  const server = createServer(
    { key: readFileSync(KEY), cert: readFileSync(CERTIFICATE) },
    (req, res) => {
      const name = hostOf(req)
      const record = recordOf(req)
      asked.push(record)
      const host = all.get(name)
      if (!host) res.writeHead(502).end(`there is no ${name}`)
      else if (typeof host === 'string') passOn(host, req, res, record)
      else host(req, res)
    },
  )
  server.on('upgrade', (req: IncomingMessage, socket: Duplex) => {
    asked.push({ ...recordOf(req), method: 'SOCKET' })
    acceptSocket(req, socket)
    sockets.add(socket)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch(
    launchOptions([
      `--host-resolver-rules=MAP * 127.0.0.1:${port}`,
      `--ignore-certificate-errors-spki-list=${keyHash()}`,
    ]),
  )
  return {
    port,
    asked,
    origin: host => `https://${host}:${port}`,
    env: { NODE_OPTIONS: `--import=${NAMES}`, NODE_EXTRA_CA_CERTS: CERTIFICATE },
    host: (name, host) => void all.set(name, host),
    browser,
    stop: async () => {
      await browser.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}

function recordOf(req: IncomingMessage): Asked {
  const { url: path = '', method = '', headers } = req
  const { referer, authorization } = headers
  return { host: hostOf(req), path, method, referer, authorization, body: '' }
}

function hostOf(req: IncomingMessage): string {
  return (req.headers.host ?? '').replace(/:\d+$/, '')
}

function passOn(origin: string, req: IncomingMessage, res: ServerResponse, record: Asked): void {
  const headers = {
    'x-forwarded-for': '198.51.100.7',
    ...req.headers,
    'x-forwarded-proto': 'https',
  }
  const target = request(origin + (req.url ?? '/'), { method: req.method, headers }, reply => {
    res.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(res)
  })
  target.on('error', () => res.destroy())
  req.on('data', chunk => {
    record.body += chunk
  })
  req.pipe(target)
}

/** A WebSocket that says `hello` once. */
function acceptSocket(req: IncomingMessage, socket: Duplex): void {
  const key = req.headers['sec-websocket-key']
  const accept = createHash('sha1').update(`${key}${SOCKET_GUID}`).digest('base64')
  socket.on('error', () => undefined)
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  socket.write(Buffer.from([0x81, 5, ...Buffer.from('hello')]))
}

function keyHash(): string {
  const { publicKey } = new X509Certificate(readFileSync(CERTIFICATE))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('base64')
}
