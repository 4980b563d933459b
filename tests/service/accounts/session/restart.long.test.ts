// Counts and limits are in the database, so neither a restart nor a second node forgets them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProfile, listProfiles, switchProfile } from '#src/contract/endpoints/profiles.ts'
import {
  endSessions,
  listSessions,
  loginByOtp,
  loginByPassword,
  resolveSessions,
  sendOtp,
  setFirstPassword,
} from '#src/contract/endpoints/session.ts'
import { PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import type { SessionLimit } from '#src/contract/session.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aDevice, aMsisdn, asPrimary, aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aCode, forgetCodeLimits, otherThan } from '#tests/support/sign-in-codes.ts'
import { solveChallenge } from '#tests/support/solve-challenge.ts'

let before: TestService
let after: TestService
beforeAll(async () => {
  before = await startTestService()
  after = await before.again()
})
afterAll(async () => {
  await after.stop()
  await before.stop()
})

type Code = { otp: string; tracker_id: string }
function login(service: TestService, msisdn: string, code: Code) {
  return service.api(loginByOtp, { params: { msisdn }, body: { ...code, device: aDevice() } })
}
const times = <T>(count: number, work: () => T) => Array.from({ length: count }, work)

test('the attempts of a code: three before the restart, two after it, and then it is invalid', async () => {
  const msisdn = aMsisdn()
  const code = await aCode(before, msisdn)
  const wrong = { ...code, otp: otherThan(code.otp) }
  const tried = await resultsOf(times(3, () => login(before, msisdn, wrong)))
  expect(tried).toEqual({ wrong_otp: 3 })
  expect(await resultsOf(times(8, () => login(after, msisdn, wrong)))).toEqual({
    wrong_otp: 2,
    otp_expired: 6,
  })
  expect((await apiErrorOf(login(after, msisdn, code))).result).toBe('otp_expired')
})

test('a used code opens no second session, and an unused one still opens one', async () => {
  const [used, open] = [aMsisdn(), aMsisdn()]
  const first = await aCode(before, used)
  const second = await aCode(before, open)
  await login(before, used, first)
  expect((await apiErrorOf(login(after, used, first))).result).toBe('otp_expired')
  const both = [login(before, open, second), login(after, open, second)]
  expect(await resultsOf(both)).toEqual({ success: 1, otp_expired: 1 })
})

test('a number gets one message a minute and five an hour, all but the first for a proof of work', async () => {
  const msisdn = aMsisdn()
  const ask = (service: TestService) => service.api(sendOtp, { params: { msisdn } })
  await forgetCodeLimits(before, msisdn)
  await ask(before)
  expect((await apiErrorOf(ask(after))).result).toBe('too_many_requests')
  for (let sent = 1; sent < 5; sent++) {
    await before.deps.limits.forget('otp-minute', msisdn)
    const refused = await apiErrorOf(ask(before))
    expect(refused.result).toBe('proof_required')
    const headers = { [PROOF_OF_WORK_HEADER]: await solveChallenge(refused) }
    await after.api(sendOtp, { params: { msisdn } }, { headers })
  }
  await before.deps.limits.forget('otp-minute', msisdn)
  expect((await apiErrorOf(ask(after))).retryAfter).toBeGreaterThan(60)
})

test('the attempts of a password are counted on', async () => {
  const { msisdn, api } = await aUser(before)
  await api(setFirstPassword, { body: { password: 'a quiet evening' } })
  const enter = (service: TestService, password: string) =>
    service.api(loginByPassword, { params: { msisdn }, body: { password, device: aDevice() } })
  const tried = await resultsOf(times(5, () => enter(before, 'a guess')))
  expect(tried).toEqual({ wrong_password: 5 })
  expect((await apiErrorOf(enter(after, 'a quiet evening'))).result).toBe('too_many_requests')
})

async function aLocked({ api }: Person): Promise<string> {
  const fields = { name: 'بهرام', avatar: 'type-1-4', age_type: 'adult' as const, pin: '1234' }
  return (await api(createProfile, { body: fields })).id
}

test('the attempts of a PIN: three before, two after, and then even the right one is refused', async () => {
  const owner = await aUser(before)
  const profile_id = await aLocked(owner)
  const enter = ({ as }: TestService, pin: string) =>
    as({ accessToken: owner.accessToken })(switchProfile, { body: { profile_id, pin } })
  expect(await resultsOf(times(3, () => enter(before, '0000')))).toEqual({ wrong_pin: 3 })
  expect(await resultsOf(times(9, () => enter(after, '0000')))).toEqual({
    wrong_pin: 2,
    too_many_requests: 7,
  })
  expect((await apiErrorOf(enter(after, '1234'))).retryAfter).toBeGreaterThan(800)
})

test('a user has at most three profiles: 5 concurrent creations on each node leave three', async () => {
  const { accessToken, profileToken, api } = await aUser(before)
  const body = { name: 'نیلو', avatar: 'type-2-2', age_type: 'under_7' as const }
  const nodes = [before, after].map(({ as }) => as({ accessToken, profileToken }))
  const asked = nodes.flatMap(node => times(5, () => node(createProfile, { body })))
  expect(await resultsOf(asked)).toEqual({ success: 2, profile_limit: 8 })
  expect(
    (await apiErrorOf(after.as({ accessToken, profileToken })(createProfile, { body }))).result,
  ).toBe('profile_limit')
  expect((await api(listProfiles)).items).toHaveLength(3)
})

test('a fourth device is refused, chooses, and the device that it replaces is signed out on both nodes', async () => {
  const msisdn = aMsisdn()
  const tokens: string[] = []
  for (let device = 0; device < 3; device++)
    tokens.push((await login(before, msisdn, await aCode(before, msisdn))).access_token)
  const apiError = await apiErrorOf(login(after, msisdn, await aCode(after, msisdn)))
  expect(apiError.result).toBe('session_limit')
  const { limited_token, sessions } = apiError.data as SessionLimit
  // The token of the choice is issued by one node and used on the other.
  const body = { sessions: [sessions[0]?.id ?? ''] }
  const { access_token } = await before.as({ accessToken: limited_token })(resolveSessions, {
    params: { msisdn },
    body,
  })
  expect((await (await asPrimary(after, access_token))(listSessions)).items).toHaveLength(3)
  for (const service of [before, after]) {
    const ended = service.as({ accessToken: tokens[0] as string })
    expect((await apiErrorOf(ended(listSessions))).result).toBe('unauthorized')
  }
})

test('a device that is signed out on one node is signed out on the other at its next call', async () => {
  const msisdn = aMsisdn()
  const one = await login(before, msisdn, await aCode(before, msisdn))
  const two = await login(before, msisdn, await aCode(before, msisdn))
  const mine = await asPrimary(before, one.access_token)
  const other = (await mine(listSessions)).items.find(({ is_current }) => !is_current)
  await mine(endSessions, { body: { sessions: [other?.id ?? ''] } })
  const ended = after.as({ accessToken: two.access_token })
  expect((await apiErrorOf(ended(listSessions))).result).toBe('unauthorized')
})
