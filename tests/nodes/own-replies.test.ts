/** Replies that nginx, Varnish and Node send without asking a page: with the headers of all others, and in the visitor's language. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityHeaders } from '#src/http/security-headers.ts'
import { freePort } from '#tests/support/site.ts'
import { makeCertificates } from './support/certificates.ts'
import { type Nginx, startNginx } from './support/nginx.ts'
import { siteProxy } from './support/site-proxy.ts'
import { startVarnish, type Varnish } from './support/varnish.ts'

const run = promisify(execFile)
/** Mozilla's intermediate list of 2025, by the names of OpenSSL. */
const INTERMEDIATE = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-RSA-CHACHA20-POLY1305',
]

let folder: string
let nginx: Nginx
let media: Nginx
let varnish: Varnish
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-own-replies-'))
  const { cert: certificate, key } = await makeCertificates(folder)
  const tls = { certificate, key, isHttp1: true }
  const nobody = await freePort()
  nginx = await startNginx(siteProxy([nobody], tls))
  const include = join(import.meta.dirname, '../../ops/nginx/media.nginx.conf')
  const server = `set $media_secret "a secret of the media server"; set $media_site "https://a.example"; include ${include};`
  media = await startNginx({ server, tls })
  varnish = await startVarnish({ nodes: [{ port: nobody }] })
}, 120_000)
afterAll(async () => {
  await nginx?.stop()
  await media?.stop()
  await varnish?.stop()
  await rm(folder, { recursive: true })
})

type Reply = { status: number; headers: Map<string, string>; body: string }

/** Sends bytes over TLS and reads until the server closes. */
async function send(port: number, text: string): Promise<Reply> {
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
  socket.on('error', () => undefined)
  socket.write(text)
  let reply = ''
  for await (const chunk of socket) reply += chunk
  const [head = '', ...body] = reply.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map(line => /^([^:]+): ?(.*)$/.exec(line)?.slice(1) ?? [])
  // A header that is sent twice would hide the other one.
  expect(new Set(headers.map(([name]) => name?.toLowerCase())).size).toBe(headers.length)
  return {
    status: Number(first.split(' ')[1]),
    headers: new Map(headers.map(([name = '', value = '']) => [name.toLowerCase(), value])),
    body: body.join('\r\n\r\n'),
  }
}
const ask = (path: string, lines: string[] = [], first = 'GET') =>
  `${first} ${path} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n${lines.map(line => `${line}\r\n`).join('')}\r\n`

function expectHeaders({ headers }: Pick<Reply, 'headers'>) {
  for (const [name, value] of Object.entries(securityHeaders('reply', true)))
    expect(headers.get(name.toLowerCase()), name).toBe(value)
}

test.each([
  ['fa', 'موقتاً در دسترس نیستیم', '/', []],
  ['en', 'Temporarily unavailable', '/', ['Accept-Language: en-GB,fa;q=0.5']],
  ['en', 'Temporarily unavailable', '/en/contents', ['Accept-Language: fa']],
])('nginx says in %s that no node can be reached', async (language, title, path, lines) => {
  const reply = await send(nginx.port, ask(path, lines))
  expect(reply.status).toBe(502)
  expect(reply.body).toContain(`<html lang="${language}"`)
  expect(reply.body).toContain(`<title>${title}</title>`)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expectHeaders(reply)
})

test('a call gets an envelope', async () => {
  const reply = await send(nginx.port, ask('/api/global-data'))
  expect(reply.status).toBe(502)
  expect(JSON.parse(reply.body).meta).toMatchObject({ operation_result: 'unavailable' })
  expectHeaders(reply)
})

test.each([
  ['a body that is too long', 413, ask('/', ['Content-Length: 1000000'], 'POST')],
  ['an unknown coding', 501, ask('/', ['Transfer-Encoding: foo'])],
  ['a path of proxies', 404, ask('/metrics')],
  ['a header that is too long', 400, ask('/', [`X-Long: ${'a'.repeat(70_000)}`])],
  ['no Host', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a first line that is none', 400, 'NONSENSE\r\n\r\n'],
])('nginx refuses %s with the headers of all replies', async (_, status, text) => {
  const reply = await send(nginx.port, text)
  expect(reply.status).toBe(status)
  expectHeaders(reply)
})

test('the media server sends HSTS, and refuses nothing without it', async () => {
  for (const text of [ask('/'), ask('/media/s/x'), ask('/', ['Content-Length: 9'], 'POST')]) {
    const { headers } = await send(media.port, text)
    for (const name of ['Strict-Transport-Security', 'X-Content-Type-Options', 'X-Frame-Options'])
      expect(headers.get(name.toLowerCase()), name).toBe(
        Object.entries(securityHeaders('reply', true)).find(([each]) => each === name)?.[1],
      )
  }
})

test('Varnish sends the same headers, in the visitor’s language', async () => {
  const get = async (path: string, more: Record<string, string> = {}) => {
    const headers = { 'x-forwarded-proto': 'https', ...more }
    const reply = await fetch(varnish.url + path, { headers })
    return { reply, headers: new Map(reply.headers), body: await reply.text() }
  }
  for (const [path, accept, title] of [
    ['/', 'fa', 'موقتاً در دسترس نیستیم'],
    ['/', 'en-GB', 'Temporarily unavailable'],
    ['/en', 'fa', 'Temporarily unavailable'],
  ] as const) {
    const unavailable = await get(path, { 'accept-language': accept })
    expect(unavailable.reply.status).toBe(503)
    expect(unavailable.body).toContain(`<title>${title}</title>`)
    expect(unavailable.headers.get('retry-after')).toBe('5')
    expectHeaders(unavailable)
  }
  expectHeaders(await get('/metrics'))
  expectHeaders(await get('/cdn-purge'))
})

test.each(['site', 'media'])(
  '%s.nginx.conf accepts the ciphers of Mozilla’s intermediate list alone',
  async name => {
    const { port } = name === 'site' ? nginx : media
    const { stdout } = await run('openssl', ['ciphers', '-tls1_2', '-s', 'ALL:@SECLEVEL=0'])
    const accepted: string[] = []
    for (const cipher of stdout
      .trim()
      .split(':')
      .filter(name => /^(ECDHE|DHE|AES|CAMELLIA|ARIA)/.test(name) && !/PSK/.test(name))) {
      const socket = connectTls({
        port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        minVersion: 'TLSv1.2',
        maxVersion: 'TLSv1.2',
        ciphers: `${cipher}:@SECLEVEL=0`,
      })
      const isAccepted = await new Promise<boolean>(done => {
        socket.once('secureConnect', () => done(true))
        socket.once('error', () => done(false))
      }).catch(() => false)
      socket.destroy()
      if (isAccepted) accepted.push(cipher)
    }
    // The certificate has one kind of key.
    expect(accepted.length).toBe(INTERMEDIATE.length / 2)
    expect(INTERMEDIATE).toEqual(expect.arrayContaining(accepted))
    for (const version of ['TLSv1', 'TLSv1.1'] as const) {
      const old = [
        's_client',
        '-connect',
        `127.0.0.1:${port}`,
        `-${version.toLowerCase().replace('v1.1', '1_1').replace('v1', '1')}`,
      ]
      await expect(run('openssl', [...old, '-cipher', 'ALL:@SECLEVEL=0'])).rejects.toThrow()
    }
  },
)
