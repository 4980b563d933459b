import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startVarnish, type Varnish } from './support/varnish.ts'

/** Answers a request as a node; every answer has a number. */
let answer: (req: IncomingMessage, res: ServerResponse) => void = () => undefined
let count = 0
let isReady = true
const node = createServer((req, res) => {
  if (req.url === '/readyz' || req.url === '/healthz')
    return void res.writeHead(isReady ? 200 : 503).end()
  count++
  answer(req, res)
})
const page = (tags: string, headers: Record<string, string> = {}) => {
  answer = (_, res) => {
    res
      .writeHead(200, {
        'Cache-Control': 'public, max-age=0, must-revalidate',
        'Surrogate-Control': 'max-age=300',
        'Surrogate-Key': tags,
        ...headers,
      })
      .end(`page ${count}`)
  }
}

const SOFT = { 'Fastly-Soft-Purge': '1' }

let varnish: Varnish
beforeAll(async () => {
  await new Promise<void>(done => node.listen(0, '127.0.0.1', done))
  varnish = await startVarnish({ nodes: [{ port: (node.address() as AddressInfo).port }] })
})
afterAll(async () => {
  await varnish.stop()
  node.closeAllConnections()
  node.close()
})
afterEach(async () => {
  isReady = true
  await purge('*')
})

async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(varnish.url + path, { headers })
  return { text: await reply.text(), headers: reply.headers, status: reply.status }
}
async function purge(tags: string, key = varnish.purgeKey, more: Record<string, string> = {}) {
  const headers = { Authorization: `Bearer ${key}`, 'Surrogate-Key': tags, ...more }
  return (await fetch(varnish.purgeUrl, { method: 'POST', headers })).status
}

test('a page with Surrogate-Control is stored, and the CDN removes its directives', async () => {
  page('home catalogue')
  const [first, second] = [await get('/'), await get('/')]
  expect(second.text).toBe(first.text)
  expect(second.headers.get('x-cache')).toBe('HIT')
  for (const name of ['surrogate-control', 'surrogate-key', 'cache-tag', 'cdn-cache-control'])
    expect(second.headers.get(name)).toBeNull()
  expect(second.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
})

test('a purge drops only the pages with one of its tags', async () => {
  page('home catalogue')
  const home = await get('/')
  page('catalogue content:a1')
  const title = await get('/contents/a1/x')
  page('catalogue content:a12')
  const other = await get('/contents/a12/x')
  expect(await purge('content:a1 content:b2')).toBe(200)
  expect((await get('/')).text).toBe(home.text)
  expect((await get('/contents/a12/x')).text).toBe(other.text)
  expect((await get('/contents/a1/x')).text).not.toBe(title.text)
  expect(await purge('*')).toBe(200)
  expect((await get('/')).text).not.toBe(home.text)
})

test('a soft purge deletes nothing: pages are served while fresh ones are fetched, once', async () => {
  page('shell home')
  const { text } = await get('/')
  expect(await purge('shell', 'guess', SOFT)).toBe(403)
  expect(await purge('shell', varnish.purgeKey, SOFT)).toBe(200)
  expect((await get('/')).text).toBe(text)
  await expect.poll(async () => (await get('/')).text).not.toBe(text)
  const fetched = count
  for (let n = 0; n < 3; n++) expect((await get('/')).text).toBe(`page ${fetched}`)
  expect(count).toBe(fetched)
})

test('after a soft purge, pages are served while no node is ready', async () => {
  page('shell home')
  const { text } = await get('/')
  answer = (_, res) => void res.writeHead(503).end()
  isReady = false
  await expect.poll(async () => (await get('/healthz')).status).toBe(503)
  await purge('shell', varnish.purgeKey, SOFT)
  for (let n = 0; n < 3; n++) expect(await get('/')).toMatchObject({ status: 200, text })
})

test('a purge needs the key, and a tag is not a pattern', async () => {
  page('home')
  const { text } = await get('/')
  expect(await purge('home', 'guess')).toBe(403)
  expect(await purge('.*')).toBe(400)
  expect(await purge('home|x')).toBe(400)
  expect((await get('/')).text).toBe(text)
})

test.each([
  ['state', { Cookie: 'theme=dark; state=abc.def' }],
  ['session', { Cookie: '__Host-session=abc' }],
  ['session without TLS', { Cookie: 'session=abc' }],
  ['token', { Authorization: 'Bearer abc' }],
  ['profile token', { 'Profile-Token': 'abc' }],
])(
  'a request with a %s is never answered from the cache and never fills it',
  async (_, headers) => {
    page('home')
    const personal = await get('/who', headers)
    const anonymous = await get('/who')
    expect(anonymous.text).not.toBe(personal.text)
    expect((await get('/who', headers)).text).not.toBe(anonymous.text)
    expect((await get('/who')).text).toBe(anonymous.text)
  },
)

test('a page without Surrogate-Control is not stored, nor one with a cookie', async () => {
  answer = (_, res) => {
    res.writeHead(200, { 'Cache-Control': 'public, max-age=0, must-revalidate' }).end(`${count}`)
  }
  expect((await get('/plain')).text).not.toBe((await get('/plain')).text)
  page('home', { 'Set-Cookie': 'a=b' })
  expect((await get('/cookie')).text).not.toBe((await get('/cookie')).text)
})

test('/metrics is closed to visitors, and no node is asked', async () => {
  page('home')
  const before = count
  for (const path of ['/metrics', '/metrics?a=b'])
    expect((await get(path, { Authorization: 'Bearer abc' })).status, path).toBe(404)
  expect(count).toBe(before)
})

test('each coding and protocol has its own copy', async () => {
  page('home', { Vary: 'Accept-Encoding' })
  const plain = await get('/coded')
  const coded = await get('/coded', { 'Accept-Encoding': 'gzip, br' })
  const tls = await get('/coded', { 'X-Forwarded-Proto': 'https' })
  expect(new Set([plain.text, coded.text, tls.text]).size).toBe(3)
  expect((await get('/coded', { 'Accept-Encoding': 'br;q=1' })).text).toBe(coded.text)
})

test('stored pages are served while no node is ready, and calls get the node’s own error', async () => {
  page('home')
  const { text } = await get('/')
  isReady = false
  answer = (_, res) => void res.writeHead(503, { 'Content-Type': 'application/json' }).end('{}')
  expect((await get('/')).text).toBe(text)
  const call = await get('/api/anything')
  expect(call.status).toBe(503)
  expect(call.text).toBe('{}')
})

test('the visitor gets an error envelope of the API if a node ends during a reply', async () => {
  answer = (_, res) => void res.destroy()
  const call = await get('/api/anything')
  expect(call.status).toBe(503)
  expect(JSON.parse(call.text).meta.operation_result).toBe('unavailable')
  expect((await get('/page')).text).toContain('lang="fa"')
})
