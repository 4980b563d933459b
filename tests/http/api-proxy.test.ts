import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { beforeEach, describe, expect, it } from 'vitest'
import { KNOWN_DEVICES_HEADER } from '#src/contract/headers.ts'
import { proxyApi, proxyService } from '#src/http/api-proxy.ts'
import { sealState } from '#src/http/session-cookies.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import type { Runtime } from '#src/runtime.ts'
import { aRuntime, STATE_KEYS } from '#tests/support/steps.ts'

const ACCESS = 'access-token-of-22-chars'
const PROFILE = 'profile-token-of-22-chars'

type Context = Parameters<Runtime['callService']>[1]
let calls: Array<{ request: Request; context: Context; body: string }>
let reply: () => Response

beforeEach(() => {
  calls = []
  reply = () => Response.json({ ok: true })
  aRuntime({
    callService: async (request, context) => {
      calls.push({ request, context, body: await request.text() })
      return reply()
    },
  })
})

const app = new Hono()
app.use(requestId())
app.all('/api/*', proxyApi)
app.all('/payments/*', proxyService)

async function forwarded(path: string, init: RequestInit = {}) {
  const answered = await app.request(`http://pardeh.example${path}`, init)
  const [call] = calls.splice(0)
  return { answered, call, headers: call?.request.headers ?? new Headers() }
}

describe('a call to the API', () => {
  it.each([
    ['/api/video-contents?count=3&types=a%26b', '/video-contents?count=3&types=a%26b'],
    ['/api/users/%25/x%2Fy', '/users/%25/x%2Fy'],
    ['/api/', '/'],
    ['/api', '/'],
  ])('%s reaches the service as %s, still encoded', async (path, target) => {
    const { call } = await forwarded(path)
    expect(call?.request.url).toBe(`http://service${target}`)
  })

  it('is forwarded with its method and body', async () => {
    const { call, headers } = await forwarded('/api/comments', {
      method: 'POST',
      body: '{"text":"سلام"}',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
    })
    expect([call?.request.method, call?.body]).toEqual(['POST', '{"text":"سلام"}'])
    expect([headers.get('content-type'), headers.get('idempotency-key')]).toEqual([
      'application/json',
      'k1',
    ])
  })

  it('has the headers of the specification, set here and not by the client', async () => {
    const state = sealState(
      { ...ANONYMOUS, user: { id: 'u1' } as NonNullable<typeof ANONYMOUS.user> },
      STATE_KEYS,
    )
    const { headers } = await forwarded('/api/users/_self', {
      headers: {
        cookie: `state=${state}; unique_id_v3=device-1`,
        host: 'pardeh.example',
        platform: 'forged',
        'site-origin': 'https://evil.example',
        'user-id': 'forged',
        'device-id': 'forged',
      },
    })
    expect(Object.fromEntries(headers)).toMatchObject({
      platform: 'Web',
      'version-number': expect.stringMatching(/^\d+\.\d+\.\d+$/),
      'site-origin': 'http://pardeh.example',
      'user-id': 'u1',
      'device-id': 'device-1',
    })
  })

  it('has a device identifier from the first call of a browser, stored in unique_id_v3', async () => {
    const browser = { 'sec-fetch-site': 'same-origin' }
    const first = await forwarded('/api/popup-message', { headers: browser })
    const made = first.headers.get('device-id') ?? ''
    expect(made).toMatch(/^[0-9a-f]{32}$/)
    expect(first.answered.headers.getSetCookie()).toEqual([
      `unique_id_v3=${made}; Max-Age=34560000; Path=/; SameSite=Lax`,
    ])
    const cookie = `unique_id_v3=${made}`
    const second = await forwarded('/api/popup-message', { headers: { ...browser, cookie } })
    expect(second.headers.get('device-id')).toBe(made)
    expect(second.answered.headers.getSetCookie()).toEqual([])
    const native = await forwarded('/api/popup-message', {})
    expect(native.answered.headers.getSetCookie()).toEqual([])
  })

  it('has the device and platform of an app, which has no cookies, if their values are valid', async () => {
    const app = { 'device-id': 'app-1', platform: 'Android', 'version-number': '2.1 (40)' }
    const { headers } = await forwarded('/api/popup-message', { headers: app })
    expect(Object.fromEntries(headers)).toMatchObject(app)
    const wrong = { 'device-id': 'a b', platform: 'x'.repeat(21), 'version-number': '<1>' }
    const refused = await forwarded('/api/popup-message', { headers: wrong })
    expect(Object.fromEntries(refused.headers)).toMatchObject({ 'device-id': '', platform: 'Web' })
    const browser = { ...app, 'sec-fetch-site': 'same-origin' }
    const page = await forwarded('/api/web-vitals', { headers: browser })
    expect(page.headers.get('platform')).toBe('Web')
    expect(page.headers.get('device-id')).not.toBe('app-1')
  })

  it('forwards no other header of the client', async () => {
    const { headers } = await forwarded('/api/users/_self', {
      headers: {
        cookie: 'a=b',
        'x-forwarded-for': '6.6.6.6',
        'x-real-peer': '6.6.6.6',
        'pardeh-proto': 'https',
        'x-anything': '1',
      },
    })
    for (const name of ['cookie', 'x-forwarded-for', 'x-real-peer', 'pardeh-proto', 'x-anything'])
      expect(headers.has(name), name).toBe(false)
  })

  it('has no user if the `state` cookie is forged, and no device if the id is invalid', async () => {
    const forged = sealState(
      { ...ANONYMOUS, user: { id: 'u1' } as NonNullable<typeof ANONYMOUS.user> },
      [Buffer.alloc(32, 9)],
    )
    for (const device of ['a b', 'a%0d%0ab', 'x'.repeat(65), 'ف']) {
      const cookie = `state=${forged}; unique_id_v3=${encodeURIComponent(device)}`
      const { headers } = await forwarded('/api/users/_self', { headers: { cookie } })
      expect([headers.has('user-id'), headers.get('device-id')]).toEqual([false, ''])
    }
  })

  it('passes the address and request id to the service as the socket resolved them', async () => {
    const { call } = await forwarded('/api/global-data', {
      headers: { 'pardeh-address': '203.0.113.9', 'x-request-id': 'abc' },
    })
    expect(call?.context).toEqual({ address: '203.0.113.9', requestId: 'abc' })
  })
})

describe('the tokens of a call', () => {
  const cookie = `session=${ACCESS}~${PROFILE}; devices=known~devices`

  it('are read from the cookie', async () => {
    const { headers } = await forwarded('/api/users/_self', { headers: { cookie } })
    expect(headers.get('authorization')).toBe(`Bearer ${ACCESS}`)
    expect(headers.get('profile-token')).toBe(PROFILE)
    expect(headers.get(KNOWN_DEVICES_HEADER)).toBe('known~devices')
  })

  it.each(['own', '', 'x'])('of headers do not count beside those of the cookie: %j', async own => {
    const headers = { cookie, authorization: `Bearer ${own}`, 'profile-token': own }
    const call = await forwarded('/api/users/_self', { headers })
    expect(call.headers.get('authorization')).toBe(`Bearer ${ACCESS}`)
    expect(call.headers.get('profile-token')).toBe(PROFILE)
    const unchosen = { ...headers, cookie: `session=${ACCESS}~` }
    const other = await forwarded('/api/users/_self', { headers: unchosen })
    expect(other.headers.has('profile-token')).toBe(false)
  })

  it('of a native client, which has no cookie, are its own, also an empty one', async () => {
    for (const own of ['own', '']) {
      const headers = { authorization: 'Bearer own', 'profile-token': own }
      const call = await forwarded('/api/users/_self', { headers })
      expect(call.headers.get('authorization')).toBe('Bearer own')
      expect(call.headers.get('profile-token')).toBe(own)
    }
  })

  it('for choosing a device goes on beside the cookie of another session, to that call alone', async () => {
    const headers = { cookie, authorization: 'Bearer limited' }
    const choose = async (path: string, method: string) =>
      (await forwarded(path, { method, headers })).headers.get('authorization')
    expect(await choose('/api/access-token/users/09120000005', 'POST')).toBe('Bearer limited')
    expect(await choose('/api/access-token/users/_limited', 'POST')).toBe('Bearer limited')
    for (const [path, method] of [
      ['/api/access-token/users/_self', 'DELETE'],
      ['/api/access-token/users/_self/reauth', 'POST'],
      ['/api/users/_self', 'GET'],
    ] as const)
      expect(await choose(path, method), path).toBe(`Bearer ${ACCESS}`)
  })

  it('are enough to sign out when the profile is gone', async () => {
    const call = await forwarded('/api/access-token/users/_self', {
      method: 'DELETE',
      headers: { cookie },
    })
    expect(call.headers.has('profile-token')).toBe(false)
  })

  it.each([
    'session=',
    'session=short~',
    `session=${'a'.repeat(101)}~`,
    'session=%0d%0aX: 1aaaaaaaaaaaaaaaaaaaaa~',
    'devices=a b',
    `xsession=${ACCESS}~`,
    `__Host-session=${ACCESS}~`,
  ])('are absent with the cookie %j', async forged => {
    const { headers } = await forwarded('/api/users/_self', { headers: { cookie: forged } })
    expect(headers.has('authorization')).toBe(false)
    expect(headers.has('profile-token')).toBe(false)
    expect(headers.has(KNOWN_DEVICES_HEADER)).toBe(false)
  })

  it('behind TLS are read only from the cookie that no subdomain can set', async () => {
    const tls = { 'pardeh-proto': 'https' }
    const own = { ...tls, cookie: `__Host-session=${ACCESS}~` }
    const plain = { ...tls, cookie: `session=${ACCESS}~` }
    expect((await forwarded('/api/x', { headers: own })).headers.has('authorization')).toBe(true)
    expect((await forwarded('/api/x', { headers: plain })).headers.has('authorization')).toBe(false)
  })
})

describe('the origin of a call', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 'cross-site'],
    [{ origin: 'http://pardeh.example' }, 'same-origin'],
    [{ origin: 'https://evil.example' }, 'cross-site'],
    [{ referer: 'http://pardeh.example/login' }, 'same-origin'],
    [{ cookie: 'a=b' }, 'cross-site'],
    [{}, null],
  ])('%j is passed to the service as %s', async (headers, site) => {
    const call = await forwarded('/api/x', { headers: { host: 'pardeh.example', ...headers } })
    expect(call.headers.get('sec-fetch-site')).toBe(site)
  })
})

describe('the reply', () => {
  it('is that of the service, with status, headers and body, and later steps may add headers', async () => {
    reply = () => {
      const made = new Response('a part', {
        status: 206,
        headers: { 'Content-Range': 'bytes 0-5/9', ETag: '"e"' },
      })
      return made
    }
    const { answered } = await forwarded('/payments/zarinpal/callback?Authority=A%2F1')
    expect([answered.status, await answered.text()]).toEqual([206, 'a part'])
    expect(answered.headers.get('Content-Range')).toBe('bytes 0-5/9')
    expect(() => answered.headers.set('X-Frame-Options', 'DENY')).not.toThrow()
  })

  it('to a path outside the API keeps the whole path, and redirects are not followed', async () => {
    reply = () => new Response(null, { status: 303, headers: { Location: '/payment' } })
    const { answered, call } = await forwarded('/payments/zarinpal/callback?Authority=A%2F1')
    expect(call?.request.url).toBe('http://service/payments/zarinpal/callback?Authority=A%2F1')
    expect([answered.status, answered.headers.get('Location')]).toEqual([303, '/payment'])
  })
})
