import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { failureEnvelope, successEnvelope } from '#src/contract/envelope.ts'
import { syncSessionCookies } from '#src/http/session.ts'
import { openState, sealState } from '#src/http/session-cookies.ts'
import { digestTokens, isStateOutOfDate } from '#src/http/stale-state.ts'
import { ANONYMOUS, type SessionState } from '#src/lib/session/state.ts'
import { aRuntime, STATE_KEYS } from '#tests/support/steps.ts'

const ACCESS = 'access-token-of-22-chars'
const PROFILE = 'profile-token-of-22-chars'
const NEW_ACCESS = 'another-access-token-22'
const BROWSER = { 'sec-fetch-site': 'same-origin' }

const user = {
  id: 'u1',
  msisdn: '09120000001',
  name: 'سارا',
  family: 'کریمی',
  avatar: '/a',
  is_sso_login: false,
  sso_back_url: null,
  conditional_flag: [],
  subscription_remaining_in_day: 3,
}
const profile = {
  id: 'p1',
  name: 'سارا',
  avatar: '/a',
  age_type: 'adult',
  is_primary: true,
} as const
const tokens = digestTokens({ access: ACCESS, profile: PROFILE })
const signedIn: SessionState = { ...ANONYMOUS, isReady: true, user, profile, tokens }
const login = () =>
  successEnvelope({ access_token: NEW_ACCESS, known_devices: 'known~devices', user, is_new: false })

beforeEach(() => void aRuntime())

type Asked = { method?: string; headers?: Record<string, string>; cookies?: string | null }
type Answered = {
  status: number
  body: { data: never; meta: unknown }
  cookies: Cookies
  headers: Headers
}
type Cookies = Map<string, { value: string; flags: string }>

/** The answer to a call below /api if the service replies with `reply`. */
async function call(path: string, reply: Response, asked: Asked = {}): Promise<Answered> {
  const app = new Hono()
  app.all('/api/*', syncSessionCookies, () => reply)
  const cookie =
    asked.cookies === undefined
      ? `session=${ACCESS}~${PROFILE}; state=${sealState(signedIn, STATE_KEYS)}`
      : (asked.cookies ?? '')
  const headers = { cookie, ...BROWSER, ...asked.headers }
  const answered = await app.request(`/api${path}`, { method: asked.method ?? 'GET', headers })
  const cookies = new Map(
    answered.headers.getSetCookie().map(each => {
      const [, name = '', value = '', flags = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(each) ?? []
      return [name, { value: decodeURIComponent(value), flags }]
    }),
  )
  const text = await answered.text()
  const { status, headers: own } = answered
  return { status, body: text ? JSON.parse(text) : null, cookies, headers: own }
}

function stateIn({ cookies }: Answered): SessionState | null {
  return openState(cookies.get('state')?.value, STATE_KEYS)
}

const json = (body: unknown, status = 200) =>
  Response.json(body, { status, headers: { 'X-Of-Service': '1', 'Content-Length': '7' } })

describe('signing in', () => {
  it.each([
    ['POST', '/access-token/users/09120000001'],
    ['POST', '/access-token/users/09120000001/otp'],
    ['POST', '/access-token/users/09120000001/password'],
    ['GET', '/access-token/remote-access/abc'],
    ['POST', '/third-party-authentication'],
  ])('by %s %s moves the token into a cookie that scripts cannot read', async (method, path) => {
    const answered = await call(path, json(login()), { method, cookies: null })
    expect(answered.cookies.get('session')).toEqual({
      value: `${NEW_ACCESS}~`,
      flags: '; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax',
    })
    expect(answered.cookies.get('devices')?.flags).toContain('HttpOnly')
    expect(answered.cookies.get('devices')?.value).toBe('known~devices')
    expect(answered.body.data).toMatchObject({ access_token: '', known_devices: '', is_new: false })
    expect(JSON.stringify(answered.body)).not.toContain(NEW_ACCESS)
    expect(stateIn(answered)).toMatchObject({ user, profile: null, isReady: true })
    expect(answered.cookies.get('state')?.flags).not.toContain('HttpOnly')
  })

  it.each([
    ['a TV', 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36', true],
    ['a computer', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120', false],
  ])('on %s is recorded in the state', async (_, agent, isTv) => {
    const path = '/access-token/users/09120000001/otp'
    const headers = { 'user-agent': agent }
    const answered = await call(path, json(login()), { method: 'POST', headers, cookies: null })
    expect(stateIn(answered)?.isTvAgent).toBe(isTv)
  })

  it('behind TLS names its cookies so that no subdomain can set them', async () => {
    const path = '/access-token/users/09120000001/otp'
    const headers = { 'pardeh-proto': 'https' }
    const { cookies } = await call(path, json(login()), { method: 'POST', headers, cookies: null })
    expect([...cookies.keys()].sort()).toEqual(['__Host-devices', '__Host-session', 'state'])
    for (const [name, { flags }] of cookies) expect(flags, name).toMatch(/; Secure; SameSite=Lax/)
  })

  it('leaves the token to a native client, which stores it itself', async () => {
    const path = '/access-token/users/09120000001/otp'
    const headers = { 'sec-fetch-site': '' }
    const answered = await call(path, json(login()), { method: 'POST', headers, cookies: null })
    expect(answered.body.data).toMatchObject({
      access_token: NEW_ACCESS,
      known_devices: 'known~devices',
    })
    expect(answered.cookies.has('devices')).toBe(false)
  })

  it('sets nothing if it fails', async () => {
    const path = '/access-token/users/09120000001/otp'
    for (const reply of [
      json(failureEnvelope('wrong_otp'), 422),
      json(successEnvelope({ sent: true })),
    ])
      expect((await call(path, reply, { method: 'POST', cookies: null })).cookies.size).toBe(0)
  })
})

describe('a signed-in visitor', () => {
  it('who switches profiles gets the token of the new one in the cookie, not in the body', async () => {
    const other = { ...profile, id: 'p2', age_type: 'under_7' }
    const body = successEnvelope({
      profile: other,
      profile_access_token: 'new-profile-token-of-22',
    })
    const answered = await call('/users/profile/switch', json(body), { method: 'POST' })
    expect(answered.cookies.get('session')?.value).toBe(`${ACCESS}~new-profile-token-of-22`)
    expect(answered.body.data).toEqual({ profile: other, profile_access_token: '' })
    expect(stateIn(answered)?.profile).toEqual(other)
    // The next page asks the service what this profile may see of the user.
    const [session, state] = ['session', 'state'].map(name => answered.cookies.get(name)?.value)
    const cookies = `session=${session}; state=${state}`
    expect(isStateOutOfDate(cookies, false, STATE_KEYS)).toBe(true)
  })

  it('who edits the active profile sees its new name; editing another profile changes nothing', async () => {
    const edited = { ...profile, name: 'نو', avatar: { id: 'x', image_path: '/new' } }
    const own = await call('/users/profile/p1', json(successEnvelope(edited)), { method: 'PUT' })
    expect(stateIn(own)?.profile).toEqual({ ...profile, name: 'نو', avatar: '/new' })
    const other = successEnvelope({ ...edited, id: 'p2' })
    const answered = await call('/users/profile/p2', json(other), { method: 'PUT' })
    expect(answered.cookies.size).toBe(0)
  })

  it('has a `state` cookie that follows the user and is written only when something changes', async () => {
    const richer = { ...user, subscription_remaining_in_day: 33, name: 'ن'.repeat(90) }
    const answered = await call('/users/_self', json(successEnvelope(richer)))
    expect(stateIn(answered)?.user).toMatchObject({ subscription_remaining_in_day: 33 })
    expect(stateIn(answered)?.user?.name).toHaveLength(60)
    expect(stateIn(answered)?.profile).toEqual(profile)
    expect((await call('/users/_self', json(successEnvelope(user)))).cookies.size).toBe(0)
  })

  it('has a `state` cookie that says whether the profile has a title to continue', async () => {
    const list = '/users/_self/profile/continue-watching'
    const listed = (total: number) => json(successEnvelope({ items: [], total }))
    const told = await call(list, listed(2))
    expect(stateIn(told)?.profile).toEqual({ ...profile, has_unfinished: true })
    expect(stateIn(await call(list, listed(0)))?.profile?.has_unfinished).toBe(false)
    const watched = await call('/video-contents/c1/files/f1/playback', json(successEnvelope({})), {
      method: 'POST',
    })
    expect(stateIn(watched)?.profile?.has_unfinished).toBe(true)
    const known = sealState(
      { ...signedIn, profile: { ...profile, has_unfinished: true } },
      STATE_KEYS,
    )
    const cookies = `session=${ACCESS}~${PROFILE}; state=${known}`
    expect((await call(list, listed(1), { cookies })).cookies.size).toBe(0)
  })

  it('who signs out loses both cookies', async () => {
    const answered = await call('/access-token/users/_self', json(successEnvelope({})), {
      method: 'DELETE',
    })
    for (const name of ['session', 'state'])
      expect(answered.cookies.get(name), name).toMatchObject({
        value: '',
        flags: expect.stringContaining('Max-Age=0'),
      })
    // Pages of the account do not come back from the browser's cache.
    expect(answered.headers.get('clear-site-data')).toBe('"cache"')
    const other = await call('/video-contents', json(successEnvelope({})))
    expect(other.headers.get('clear-site-data')).toBeNull()
  })

  it('whose token is no longer valid loses both cookies, on any call', async () => {
    const { cookies } = await call('/video-contents', json(failureEnvelope('unauthorized'), 401))
    expect([cookies.get('session')?.value, cookies.get('state')?.value]).toEqual(['', ''])
  })

  it('is not signed out by the wrong token of a native client', async () => {
    const headers = { authorization: 'Bearer of-an-app' }
    const reply = json(failureEnvelope('unauthorized'), 401)
    const native = await call('/video-contents', reply, { headers, cookies: '' })
    expect(native.cookies.size).toBe(0)
  })

  it.each([
    ['profile_unauthorized', 401],
    ['profile_not_have_permission', 403],
  ] as const)(
    'whose profile is refused by %s must choose a profile again',
    async (code, status) => {
      const answered = await call('/bookmarks', json(failureEnvelope(code), status))
      expect(answered.status).toBe(status)
      expect(answered.cookies.get('session')?.value).toBe(`${ACCESS}~`)
      expect(stateIn(answered)).toMatchObject({ user, profile: null })
    },
  )

  it('keeps the session if a call is forbidden for another reason', async () => {
    const answered = await call('/bookmarks', json(failureEnvelope('forbidden'), 403))
    expect([answered.status, answered.cookies.size]).toEqual([403, 0])
  })
})

describe('the tokens named in a state', () => {
  const switched = { profile, profile_access_token: 'new-profile-token-of-22' }
  const calls = [
    ['/bookmarks', 'GET', json(failureEnvelope('profile_unauthorized'), 401), ''],
    ['/users/_self', 'GET', json(successEnvelope({ ...user, name: 'نو' })), PROFILE],
  ] as const

  it.each(calls)('after %s are those of the session cookie', async (path, method, reply, token) => {
    const answered = await call(path, reply.clone(), { method })
    expect(stateIn(answered)?.tokens).toBe(digestTokens({ access: ACCESS, profile: token }))
  })

  it('are the old ones after a switch of the profile, which may see more or less of the user', async () => {
    const reply = json(successEnvelope(switched))
    const answered = await call('/users/profile/switch', reply, { method: 'POST' })
    expect(stateIn(answered)?.tokens).toBe(tokens)
  })

  it.each(calls)('stay unchanged after %s, if they were set', async (path, method, reply) => {
    const old = sealState({ ...signedIn, tokens: 'of-another' }, STATE_KEYS)
    const cookies = `session=${ACCESS}~${PROFILE}; state=${old}`
    const answered = await call(path, reply.clone(), { method, cookies })
    expect(stateIn(answered)?.tokens).toBe('of-another')
  })

  it('are replaced by signing in', async () => {
    const path = '/access-token/users/09120000001/otp'
    const answered = await call(path, json(login()), { method: 'POST' })
    expect(stateIn(answered)?.tokens).toBe(digestTokens({ access: NEW_ACCESS, profile: '' }))
  })
})

describe('the reply', () => {
  it('keeps its status, headers and envelope, except for the outdated length', async () => {
    const app = new Hono()
    app.all('/api/*', syncSessionCookies, () => json(failureEnvelope('unauthorized'), 401))
    const reply = await app.request('/api/users/_self', { headers: BROWSER })
    expect(reply.headers.get('X-Of-Service')).toBe('1')
    expect(reply.headers.get('Content-Length')).not.toBe('7')
    expect(await reply.json()).toEqual(failureEnvelope('unauthorized'))
  })

  it('is passed through unread if it is not an envelope or does not concern the session', async () => {
    const page = () => new Response('<html>', { status: 401 })
    for (const [path, reply] of [
      ['/users/_self', page()],
      ['/users/_self', Response.json(null, { status: 401 })],
      ['/users/_self', Response.json({ other: 1 }, { status: 403 })],
      ['/video-contents', new Response('not json')],
    ] as const) {
      const expected = await reply.clone().text()
      const app = new Hono()
      app.all('/api/*', syncSessionCookies, () => reply)
      const answered = await app.request(`/api${path}`, { headers: BROWSER })
      expect(await answered.text()).toBe(expected)
      expect(answered.headers.getSetCookie()).toEqual([])
    }
  })

  it('to HEAD has no body', async () => {
    const reply = new Response(null, { status: 401 })
    const answered = await call('/users/_self', reply, { method: 'HEAD' })
    expect([answered.status, answered.body, answered.cookies.size]).toEqual([401, null, 0])
  })
})
