import { Hono } from 'hono'
import { beforeEach, expect, it } from 'vitest'
import { getSelf } from '#src/contract/endpoints/session.ts'
import { failureEnvelope, type OperationResult, RESULTS } from '#src/contract/envelope.ts'
import { type RenderPage, servePages } from '#src/http/pages.ts'
import { openState, sealState } from '#src/http/session-cookies.ts'
import { noticeSessionLoss } from '#src/http/session-loss.ts'
import type { Api } from '#src/lib/api/client.ts'
import { apiFailure, CallFailed } from '#src/lib/api/failure.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import { aRuntime, STATE_KEYS } from '#tests/support/steps.ts'

const ACCESS = 'access-token-of-22-chars'
const PROFILE = 'profile-token-of-22-chars'
const profile = { id: 'p1', name: 'سارا', avatar: '/a', age_type: 'adult', is_primary: true }

beforeEach(() => void aRuntime())

/** Opens an account page that redirects after the service has failed with `failure`; returns the cookies that the reply sets. */
async function openAccount(failure: CallFailed) {
  const failing = (async () => Promise.reject(failure)) as Api
  const render: RenderPage = async (_, visitor) => {
    if (visitor) await noticeSessionLoss(failing, visitor)(getSelf).catch(() => undefined)
    return new Response(null, { status: 303, headers: { Location: '/login?redirect=%2Fuser' } })
  }
  const app = new Hono().use(servePages(render))
  const cookie = `session=${ACCESS}~${PROFILE}; state=${sealState({ ...ANONYMOUS, profile }, STATE_KEYS)}`
  const reply = await app.request('/user', { headers: { cookie, 'sec-fetch-mode': 'navigate' } })
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/login?redirect=%2Fuser'])
  expect(reply.headers.get('cache-control')).toMatch(/private/)
  return Object.fromEntries(
    reply.headers.getSetCookie().map(each => {
      const [name = '', value = ''] = each.split(';', 1)[0]?.split('=') ?? []
      return [name, decodeURIComponent(value)]
    }),
  )
}

const refusal = (result: OperationResult) =>
  new CallFailed(apiFailure(RESULTS[result][0], failureEnvelope(result as never)))

it.each(['unauthorized', 'unauthorized_sso'] as const)(
  'a page whose session has ended (%s) clears both cookies',
  async result => {
    expect(await openAccount(refusal(result))).toEqual({ session: '', state: '' })
  },
)

it('a page whose profile cannot be used any more clears the profile alone', async () => {
  const { session, state } = await openAccount(refusal('profile_unauthorized'))
  expect(session).toBe(`${ACCESS}~`)
  expect(openState(state, STATE_KEYS)).toMatchObject({ profile: null })
})

it.each([
  ['the service fails', refusal('unknown')],
  ['a page is refused', refusal('forbidden')],
  ['a proxy asks for its own password', new CallFailed(apiFailure(401, null))],
  ['nothing answers', new CallFailed({ kind: 'no_response' })],
])('the session remains if %s', async (_, failure) => {
  expect(await openAccount(failure)).not.toHaveProperty('session')
})
