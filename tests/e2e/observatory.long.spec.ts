// The score of Mozilla's HTTP Observatory for every kind of response of a site behind TLS: pages, 404, calls, redirects, files,
// health and responses of the socket itself.
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#tests/support/account.ts'
import { observatoryScore, type Scored } from '#tests/support/observatory.ts'
import { type RawReply, type RawRequest, raw } from '#tests/support/raw-request.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const BAR = 130
const BAR_WITH_THIRD_PARTIES = 110
const HOST = 'pardeh.example'
const ORIGIN = `https://${HOST}`

const THIRD_PARTIES = {
  TAG_MANAGER_ID: 'GTM-ABC1234',
  CHAT_WIDGET_URL: 'https://chat.example/widget.js',
  THIRD_PARTY_ORIGINS: 'https://*.tags.example',
}

let site: Site
let withThirdParties: Site
beforeAll(async () => {
  const env = { TRUST_PROXY: '127.0.0.1', SITE_URL: ORIGIN }
  site = await startSite({ env })
  withThirdParties = await startSite({ env: { ...env, ...THIRD_PARTIES } })
}, 120_000)
afterAll(() => Promise.all([site?.stop(), withThirdParties?.stop()]))

/** Sends a request with the headers of a proxy that terminates TLS. */
function ask(path: string, { headers, ...request }: RawRequest = {}): Promise<RawReply> {
  const proxied = { host: HOST, 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }
  return raw(path, { url: site.url, ...request, headers: { ...proxied, ...headers } })
}

function askWithThirdParties(path: string): Promise<RawReply> {
  return ask(path, { url: withThirdParties.url })
}

function expectTopMarks(reply: Scored, what: string): void {
  const { score, lost } = observatoryScore(reply)
  expect({ what, lost, isHigh: score >= BAR }).toEqual({ what, lost: [], isHigh: true })
}

/** Sends raw bytes, for requests that no client sends. */
function send(bytes: string): Promise<Scored & { status: number }> {
  return new Promise((done, failed) => {
    const socket = connect(site.port, '127.0.0.1', () => socket.write(bytes))
    let said = ''
    socket.on('data', chunk => {
      said += chunk
    })
    socket.on('error', failed)
    socket.on('end', () => {
      const [head = '', text = ''] = said.split('\r\n\r\n')
      const [line = '', ...lines] = head.split('\r\n')
      const headers = lines.map(each => {
        const [name = '', ...value] = each.split(': ')
        return [name.toLowerCase(), value.join(': ')]
      })
      done({ status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), text })
    })
  })
}

test.each([
  ['/', 200],
  ['/en', 200],
  ['/contents', 200],
  ['/contents?query=abc', 200],
  ['/packages', 200],
  ['/login', 200],
  ['/faq', 200],
  ['/feed.xml', 200],
  ['/sitemap.xml', 200],
  ['/robots.txt', 200],
  ['/dev/outbox', 200],
  ['/nowhere', 404],
  ['/en/nowhere', 404],
  ['/contents/%00/x', 404],
  ['/%ff', 404],
  ['/media/pictures/none.webp', 404],
  ['/api/global-data', 200],
  ['/api/openapi.json', 200],
  ['/api/docs', 200],
  ['/api/users/_self', 401],
  ['/api/video-contents/none', 404],
  ['/api/search?query=a%00', 422],
  ['/healthz', 200],
  ['/readyz', 200],
  ['/favicon.ico', 200],
  ['/site.webmanifest', 200],
] as const)('%s, which answers %i', async (path, status) => {
  for (const method of ['GET', 'HEAD']) {
    const reply = await ask(path, { method })
    expect(reply.status).toBe(status)
    expectTopMarks(reply, `${method} ${path}`)
  }
})

test.each(['/', '/en', '/contents', '/packages', '/faq', '/nowhere'])(
  '%s with a tag manager and a chat widget',
  async path => {
    const reply = await askWithThirdParties(path)
    expect(reply.text).toContain('name="tag-manager"')
    const { score, lost } = observatoryScore(reply)
    expect(lost).toEqual([])
    expect(score).toBeGreaterThanOrEqual(BAR_WITH_THIRD_PARTIES)
  },
)

test.each(['/login', '/register', '/tv', '/play/none'])(
  '%s of the same site, which loads neither',
  async path => {
    const reply = await askWithThirdParties(path)
    expect(reply.text).not.toMatch(/tag-manager|chat-widget/)
    expectTopMarks(reply, path)
  },
)

test('a cached page, and a 304', async () => {
  await ask('/about')
  const cached = await ask('/about')
  expect(cached.headers['x-page-cache']).toBe('HIT')
  expectTopMarks(cached, 'HIT')
  const etag = String(cached.headers.etag)
  const same = await ask('/about', { headers: { 'if-none-match': etag } })
  expect(same.status).toBe(304)
  expectTopMarks(same, '304')
})

test('build files, fonts and pictures', async () => {
  const { text } = await ask('/')
  const files = [/\/_astro\/[^" ]+\.css/, /\/_astro\/[^" ]+\.js/, /\/fonts\/[^" ]+\.woff2/]
  for (const pattern of [...files, /\/media\/pictures\/[^" ]+\.(avif|webp|jpg)/]) {
    const path = pattern.exec(text)?.[0] ?? 'none'
    const reply = await ask(path)
    expect(reply.status, path).toBe(200)
    expectTopMarks(reply, path)
  }
})

test('redirects, none of which is cacheable', async () => {
  const { items } = JSON.parse((await ask('/api/video-contents?count=1')).text).data
  for (const path of [
    '/user',
    '/en/user/edit',
    '/payment',
    '/en/payment?package=month-1',
    '/tv',
    '/profile',
    '/tickets/none',
    '/dd-agreement',
    '/survey-groups/none',
    '/payments/zarinpal/callback?Authority=none&Status=NOK',
    '/payments/vandar/callback',
    `/contents/${items[0].short_id}/another-slug`,
  ]) {
    const reply = await ask(path)
    expect(reply.status, path).toBeGreaterThanOrEqual(300)
    expect(reply.status, path).toBeLessThan(400)
    expectTopMarks(reply, path)
    expect(reply.headers['cache-control'], path).toMatch(/no-store|no-cache/)
    if (!path.startsWith('/contents'))
      expect(reply.headers['cache-control'], path).toMatch(/private/)
  }
})

test('account pages, signed in or not', async () => {
  const device = { unique_identifier: 'device-of-the-observatory', platform: 'web' }
  const signedIn = await ask('/api/access-token/users/09120000003/password', {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD, device }),
  })
  expect(signedIn.status, signedIn.text).toBe(200)
  expectTopMarks(signedIn, 'sign-in')
  const cookies = [signedIn.headers['set-cookie'] ?? []].flat()
  expect(cookies.length).toBeGreaterThanOrEqual(2)
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure; SameSite=Lax/)
  const cookie = cookies.map(each => each.split(';')[0]).join('; ')
  for (const path of ['/user', '/user/edit', '/profile', '/tickets', '/payment', '/login'])
    for (const headers of [{ cookie }, { cookie: '' }]) {
      const reply = await ask(path, { headers })
      expectTopMarks(reply, path)
      expect(reply.headers['cache-control'], path).toMatch(/^private, no-(store|cache)$/)
    }
})

test('rejected requests: by method, host, length, origin and form', async () => {
  const request = { method: 'POST', headers: { origin: 'https://evil.example' }, body: '{}' }
  const rejected: Array<[number, Promise<Scored & { status: number }>]> = [
    [403, ask('/api/users/_self', request)],
    [403, ask('/', request)],
    [405, ask('/', { method: 'TRACE' })],
    [405, ask('/api/global-data', { method: 'DELETE', headers: { origin: ORIGIN } })],
    [414, ask(`/${'a'.repeat(5_000)}`)],
    [421, ask('/', { headers: { host: 'evil.example' } })],
    [404, ask('/metrics')],
    [400, send('nonsense\r\n\r\n')],
    [400, send('GET / HTTP/1.1\r\n\r\n')],
    [400, send(`GET / HTTP/1.1\r\nHost: ${HOST}\r\nBad\u0001Name: a\r\n\r\n`)],
    [431, send(`GET / HTTP/1.1\r\nHost: ${HOST}\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`)],
  ]
  for (const [status, sent] of rejected) {
    const reply = await sent
    expect(reply.status).toBe(status)
    expectTopMarks(reply, `refusal ${status}`)
    expect(reply.headers['cache-control']).toMatch(/no-store|no-cache/)
  }
})
