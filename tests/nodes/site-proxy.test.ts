/**
 * ops/nginx/site.nginx.conf in front of two nodes: HTTP/2, the information that nodes get about a visitor, and requests that are
 * not repeated.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, connect as connectTcp, createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from '#tests/support/site.ts'
import { makeCertificates } from './support/certificates.ts'
import { type Nginx, startNginx } from './support/nginx.ts'
import { siteProxy } from './support/site-proxy.ts'

/** An address other than the proxy's, because a trusted address in X-Forwarded-For is skipped. */
const VISITOR = '127.0.0.2'
/** A number of searches above the limit of one minute. */
const MOST = 700
const METRICS_TOKEN = 'a-token-of-prometheus'

let folder: string
let tls: { certificate: string; key: string }
let ca: string
let site: Site
let nginx: Nginx
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-site-proxy-'))
  const files = await makeCertificates(folder)
  tls = { certificate: files.cert, key: files.key }
  ca = await readFile(files.ca, 'utf8')
  site = await startSite({ env: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN } })
  nginx = await startNginx(siteProxy([site.port], tls))
}, 120_000)
afterAll(async () => {
  await nginx?.stop()
  await site?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }
const headersOf = (reply: Reply | undefined, name: string) => String(reply?.headers[name] ?? '')

/** Opens one connection of a visitor. */
function connect({ port }: { port: number }): ClientHttp2Session {
  const session = connectHttp2(`https://localhost:${port}`, {
    createConnection: () => {
      const socket = connectTcp({ host: '127.0.0.1', port, localAddress: VISITOR })
      return connectTls({ socket, servername: 'localhost', ca, ALPNProtocols: ['h2'] })
    },
  })
  session.on('error', () => undefined)
  return session
}

function ask(
  session: ClientHttp2Session,
  path: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return new Promise((done, fail) => {
    const stream = session.request({ ':path': path, ...headers })
    const chunks: Buffer[] = []
    let received: IncomingHttpHeaders = {}
    stream.on('response', found => {
      received = found
    })
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('end', () =>
      done({ status: Number(received[':status']), headers: received, body: Buffer.concat(chunks) }),
    )
    stream.on('error', fail)
    if (headers[':method'] === 'POST') stream.end('{}')
    else stream.end()
  })
}

test('/metrics is closed to visitors, whatever they send and however they write the path', async () => {
  const session = connect(nginx)
  const authorization = `Bearer ${METRICS_TOKEN}`
  for (const path of ['/metrics', '/metrics?a=b', '//metrics', '/%6detrics', '/a/../metrics']) {
    const reply = await ask(session, path, { authorization })
    expect([path, reply.status]).toEqual([path, 404])
    expect(String(reply.body), path).not.toContain('pardeh_')
  }
  session.close()
  const direct = await fetch(`${site.url}/metrics`, { headers: { authorization } })
  expect(await direct.text()).toContain('pardeh_')
})

test('a page and its files come over one HTTP/2 connection, compressed once', async () => {
  const session = connect(nginx)
  const page = await ask(session, '/', { 'accept-encoding': 'br, gzip' })
  expect(session.alpnProtocol).toBe('h2')
  expect([page.status, headersOf(page, 'content-encoding')]).toEqual([200, 'br'])
  expect(headersOf(page, 'strict-transport-security')).toContain('max-age=')
  const html = brotliDecompressSync(page.body).toString()
  const files = [...html.matchAll(/\/_astro\/[\w./-]+\.(?:js|css|woff2)/g)].map(([path]) => path)
  expect(files.length).toBeGreaterThan(2)
  const replies = await Promise.all(
    [...new Set(files)].map(path => ask(session, path, { 'accept-encoding': 'br' })),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(replies.every(reply => headersOf(reply, 'cache-control').includes('immutable'))).toBe(true)
  session.close()
})

test('an unchanged page is 304', async () => {
  const session = connect(nginx)
  const page = await ask(session, '/faq', { 'accept-encoding': 'br' })
  const again = await ask(session, '/faq', {
    'accept-encoding': 'br',
    'if-none-match': headersOf(page, 'etag'),
  })
  expect([again.status, again.body.length]).toEqual([304, 0])
  session.close()
})

test('nodes recognise the visitor, and trust none of the visitor’s headers', async () => {
  const session = connect(nginx)
  let passed = 0
  while (passed < MOST) {
    const claims = { 'x-forwarded-for': `198.51.100.${passed % 250}`, 'x-forwarded-proto': 'http' }
    const { status } = await ask(session, '/api/search?query=film', claims)
    if (status === 429) break
    passed += 1
  }
  expect(passed).toBeLessThan(MOST)
  const { headers } = await ask(session, '/faq', { 'x-forwarded-proto': 'http' })
  expect(headers['strict-transport-security']).toContain('max-age=')
  session.close()
})

test('a visitor’s traceparent is not passed on', async () => {
  const seen: IncomingHttpHeaders[] = []
  const node = createServer((req, res) => {
    seen.push(req.headers)
    res.end()
  }).listen(0, '127.0.0.1')
  await new Promise(done => node.once('listening', done))
  const proxy = await startNginx(siteProxy([(node.address() as AddressInfo).port], tls))
  const session = connect(proxy)
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await ask(session, '/', { traceparent, 'x-other': '1' })
  expect(seen[0]).toHaveProperty('x-other', '1')
  expect(seen[0]).not.toHaveProperty('traceparent')
  session.close()
  await proxy.stop()
  node.close()
})

test('a read is repeated at the next node if one is missing; a POST that reached a node is not', async () => {
  const asked: string[] = []
  const good = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    res.end('good')
  })
  /** A server that accepts a request and closes the connection without an answer. */
  const dying = createSocket(socket => socket.once('data', () => socket.resetAndDestroy()))
  const ports = await Promise.all(
    [good, dying].map(
      server =>
        new Promise<number>(done =>
          server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)),
        ),
    ),
  )
  const proxy = await startNginx(siteProxy(ports, tls))
  try {
    const session = connect(proxy)
    for (let n = 0; n < 4; n++) expect(String((await ask(session, `/${n}`)).body)).toBe('good')
    expect(asked).toEqual(['GET /0', 'GET /1', 'GET /2', 'GET /3'])
    asked.length = 0
    // nginx chooses the closing server again after fail_timeout, which it counts in whole seconds.
    await new Promise(done => setTimeout(done, 2_200))
    const statuses: number[] = []
    for (let n = 0; n < 6; n++)
      statuses.push((await ask(session, `/post/${n}`, { ':method': 'POST' })).status)
    expect(new Set(statuses)).toEqual(new Set([200, 502]))
    expect(asked).toHaveLength(statuses.filter(status => status === 200).length)
    session.close()
  } finally {
    await proxy.stop()
    good.close()
    dying.close()
  }
})
