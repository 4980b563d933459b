import { Hono } from 'hono'
import { beforeEach, expect, it } from 'vitest'
import { getSelf } from '#src/contract/endpoints/session.ts'
import type { User } from '#src/contract/session.ts'
import { type RenderPage, servePages } from '#src/http/pages.ts'
import { noticeUser } from '#src/http/reported-user.ts'
import { openState, sealState, toStateUser } from '#src/http/session-cookies.ts'
import { digestTokens } from '#src/http/stale-state.ts'
import type { Api } from '#src/lib/api/client.ts'
import { ANONYMOUS, type SessionState } from '#src/lib/session/state.ts'
import { aRuntime, STATE_KEYS } from '#tests/support/steps.ts'

const tokens = { access: 'access-token-of-22-chars', profile: 'profile-token-of-22-chars' }
const profile = { id: 'p1', name: 'سارا', avatar: '/a', age_type: 'adult', is_primary: true }
const newcomer = {
  id: 'u1',
  msisdn: '09120000008',
  name: 'سارا',
  family: '',
  avatar: '/a',
  is_sso_login: false,
  sso_back_url: null,
  conditional_flag: [],
  subscription_remaining_in_day: 0,
  subscription_ended_at: null,
  next_debit_at: null,
} as unknown as User
const subscriber: User = {
  ...newcomer,
  conditional_flag: ['has_subscription'],
  subscription_remaining_in_day: 30,
}
const stateOf = (user: User): SessionState => ({
  ...ANONYMOUS,
  user: toStateUser(user),
  profile,
  tokens: digestTokens(tokens),
})

beforeEach(() => void aRuntime())

/** Opens an account page for which the service reports `reported`; returns the state that the reply sets, and its Cache-Control. */
async function openAccount(reported: User, state: string, mode = 'navigate') {
  const api = (async () => reported) as unknown as Api
  const render: RenderPage = async (_, visitor) => {
    if (visitor) await noticeUser(api, visitor)(getSelf)
    return new Response('a page', { headers: { 'Cache-Control': 'private, no-store' } })
  }
  const cookie = `session=${tokens.access}~${tokens.profile}; state=${state}`
  const app = new Hono().use(servePages(render))
  const reply = await app.request('/user', { headers: { cookie, 'sec-fetch-mode': mode } })
  const [set] = reply.headers.getSetCookie()
  return {
    set,
    state: openState(/^state=([^;]*)/.exec(set ?? '')?.[1], STATE_KEYS),
    control: reply.headers.get('cache-control'),
  }
}
const sealed = (user: User) => sealState(stateOf(user), STATE_KEYS)

it('the page after a purchase tells the browser that the viewer is a subscriber', async () => {
  const { state, control } = await openAccount(subscriber, sealed(newcomer))
  expect(state).toEqual({ ...stateOf(subscriber), currentTheme: state?.currentTheme })
  expect(control).toBe('private, no-store')
})

it('a page leaves the cookie alone if the user has not changed', async () => {
  const { state } = await openAccount(subscriber, sealed(newcomer))
  const after = sealState(state as SessionState, STATE_KEYS)
  expect((await openAccount(subscriber, after)).set).toBeUndefined()
})

it.each([
  ['of another user', sealed({ ...newcomer, id: 'u2' })],
  ['that this site did not sign', `${sealed(newcomer).split('.')[0]}.forged`],
])('a page does not complete a cookie %s', async (_, state) => {
  expect((await openAccount(subscriber, state)).state?.user?.id).not.toBe('u1')
})

it('a prefetch does not change the cookie', async () => {
  expect((await openAccount(subscriber, sealed(newcomer), 'no-cors')).set).toBeUndefined()
})
