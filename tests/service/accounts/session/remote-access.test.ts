import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  allowRemoteAccess,
  getSelf,
  listSessions,
  pollRemoteAccess,
  startRemoteAccess,
} from '#src/contract/endpoints/session.ts'
import { PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import { ADDRESS_TRIES, TV_CODE_TRIES } from '#src/contract/limits.ts'
import type { SessionLimit } from '#src/contract/session.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aDevice, aUser, type Person, signIn } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { solveChallenge } from '#tests/support/solve-challenge.ts'

let service: TestService
let viewer: Person
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  await service.deps.limits.forget('otp-address', '127.0.0.1')
  await service.deps.limits.forget('tv-code-address', '127.0.0.1')
  viewer = await aUser(service)
})
afterAll(() => service.stop())

const start = () => service.api(startRemoteAccess, { body: { device: aDevice() } })
const poll = (poll_token: string) => service.api(pollRemoteAccess, { params: { poll_token } })
const allow = (code: string, sessions: string[] = []) =>
  viewer.api(allowRemoteAccess, { params: { code }, body: { sessions } })

test('a television is signed in by the code that it shows', async () => {
  const tv = await start()
  expect(tv).toMatchObject({ expires_in: 300, interval: 5 })
  expect(tv.code).toMatch(/^\d{6}$/)
  const pending = await service.fetch(`/access-token/remote-access/${tv.poll_token}`)
  expect(pending.status).toBe(202)
  expect(await pending.json()).toMatchObject({ data: { status: 'pending' } })
  await allow(tv.code)
  const result = await poll(tv.poll_token)
  if (!('access_token' in result)) throw new Error('the television still waits')
  const self = await service.as({ accessToken: result.access_token })(getSelf)
  expect(self.id).toBe(viewer.user.id)
  expect((await apiErrorOf(poll(tv.poll_token))).result).toBe('gone')
})

test('the code may be typed in Persian digits', async () => {
  const tv = await start()
  await allow(tv.code.replace(/\d/g, digit => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))))
})

test('a wrong code is reported, and the sixth attempt must wait', async () => {
  for (let tries = 0; tries < 5; tries++)
    expect((await apiErrorOf(allow('000000'))).result).toBe('wrong_code')
  const tv = await start()
  const apiError = await apiErrorOf(allow(tv.code))
  expect(apiError).toMatchObject({ status: 429, result: 'too_many_requests' })
})

test('the first try of a user is not refused for what others tried at the same address', async () => {
  for (let n = 0; n < TV_CODE_TRIES.perAddress; n++)
    await service.deps.limits.take('tv-code-address', '127.0.0.1', { points: 99, seconds: 900 })
  const tv = await start()
  await allow(tv.code)
  expect((await apiErrorOf(allow('000000'))).result).toBe('wrong_code')
  expect((await apiErrorOf(allow('000000'))).result).toBe('too_many_requests')
})

test('televisions that are signed in do not count for their address; beyond the free ones it proves work', async () => {
  const { free, name } = ADDRESS_TRIES.television
  const address = '198.51.100.9'
  const at = service.as({ address })
  const begin = (proof?: string) =>
    at(
      startRemoteAccess,
      { body: { device: aDevice() } },
      proof ? { headers: { [PROOF_OF_WORK_HEADER]: proof } } : {},
    )
  const tv = await begin()
  expect(await service.deps.limits.taken(name, address)).toBe(1)
  await allow(tv.code)
  expect(await service.deps.limits.taken(name, address)).toBe(0)
  const others = await resultsOf(Array.from({ length: free + 2 }, () => begin()))
  expect(others).toEqual({ success: free, proof_required: 2 })
  await begin(await solveChallenge(await apiErrorOf(begin())))
})

test('a code is good for five minutes and once', async () => {
  const late = await start()
  service.clock.advance({ minutes: 5, seconds: 1 })
  expect((await apiErrorOf(allow(late.code))).result).toBe('wrong_code')
  expect((await apiErrorOf(poll(late.poll_token))).result).toBe('gone')
  const tv = await start()
  const results = await resultsOf([allow(tv.code), allow(tv.code), allow(tv.code)])
  expect(results).toEqual({ success: 1, wrong_code: 2 })
})

test('16 concurrent polls receive one session', async () => {
  const tv = await start()
  await allow(tv.code)
  const results = await resultsOf(Array.from({ length: 16 }, () => poll(tv.poll_token)))
  expect(results).toEqual({ success: 1, gone: 15 })
})

test('with three devices, the phone chooses which one the television replaces', async () => {
  for (let device = 0; device < 2; device++) {
    await service.deps.limits.forget('otp-minute', viewer.msisdn)
    await signIn(service, { msisdn: viewer.msisdn })
  }
  const tv = await start()
  const apiError = await apiErrorOf(allow(tv.code))
  expect(apiError).toMatchObject({ code: 40038, result: 'session_limit' })
  const { sessions } = apiError.data as SessionLimit
  expect(sessions).toHaveLength(3)
  const other = sessions.find(({ is_current }) => !is_current)?.id as string
  await allow(tv.code, [other])
  expect(await poll(tv.poll_token)).toHaveProperty('access_token')
  const { items } = await viewer.api(listSessions)
  expect(items).toHaveLength(3)
  expect(items.map(({ id }) => id)).not.toContain(other)
})

test('a token that was not issued cannot be used for polling', async () => {
  expect((await apiErrorOf(poll('A'.repeat(22)))).result).toBe('not_found')
})
