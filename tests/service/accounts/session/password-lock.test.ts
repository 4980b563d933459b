// Wrong passwords: an attacker cannot lock owners out of their own devices, and cannot guess without limit.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkPassword,
  loginByOtp,
  loginByPassword,
  setFirstPassword,
} from '#src/contract/endpoints/session.ts'
import { PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import { ADDRESS_TRIES, KNOWN_DEVICE, PASSWORD_TRIES } from '#src/contract/limits.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { addKnownDevice, findKnownDevice } from '#src/service/accounts/session/known-device.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aDevice, aMsisdn, asPrimary } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aCode, lastCode } from '#tests/support/sign-in-codes.ts'
import { solveChallenge } from '#tests/support/solve-challenge.ts'

const GOOD = 'پردهٔ نقره‌ای ۱۴۰۴'
const TRIES = PASSWORD_TRIES.tries

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const knownDeviceHeader = (knownDevices?: string): Record<string, string> =>
  knownDevices ? { 'known-devices': knownDevices } : {}

/** A user with a password, and the token that their own device stores. */
async function anOwner(given?: string) {
  const msisdn = aMsisdn()
  const body = { ...(await aCode(service, msisdn)), device: aDevice() }
  const headers = knownDeviceHeader(given)
  const signedIn = await service.as({ headers })(loginByOtp, { params: { msisdn }, body })
  const api = await asPrimary(service, signedIn.access_token)
  await api(setFirstPassword, { body: { password: GOOD } })
  return { msisdn, api, knownDevices: signedIn.known_devices }
}

let stranger = 0
function login(msisdn: string, password: string, knownDevices?: string) {
  const caller = {
    address: `198.51.100.${++stranger % 250}`,
    language: 'en' as const,
    headers: knownDeviceHeader(knownDevices),
  }
  const body = { password, device: aDevice() }
  return service.as(caller)(loginByPassword, { params: { msisdn }, body })
}
const guesses = (msisdn: string, times: number, knownDevices?: string) =>
  resultsOf(Array.from({ length: times }, (_, n) => login(msisdn, `guess-${n}`, knownDevices)))

test('five wrong passwords by an attacker lock out attackers, but not the owner’s device', async () => {
  const { msisdn, knownDevices } = await anOwner()
  expect(await guesses(msisdn, 16)).toEqual({
    wrong_password: TRIES,
    too_many_requests: 16 - TRIES,
  })
  expect((await apiErrorOf(login(msisdn, GOOD))).result).toBe('too_many_requests')
  expect((await login(msisdn, GOOD, knownDevices)).user.msisdn).toBe(maskMsisdn(msisdn))
})

test('a stolen device token allows five attempts as well, of 32 concurrent ones', async () => {
  const { msisdn, knownDevices } = await anOwner()
  expect(await guesses(msisdn, 32, knownDevices)).toEqual({
    wrong_password: TRIES,
    too_many_requests: 32 - TRIES,
  })
  expect((await apiErrorOf(login(msisdn, GOOD, knownDevices))).result).toBe('too_many_requests')
  expect((await login(msisdn, GOOD)).user.msisdn).toBe(maskMsisdn(msisdn))
})

test('a locked password still allows sign-in by code, and the message says so', async () => {
  const { msisdn } = await anOwner()
  await guesses(msisdn, TRIES + 1)
  const apiError = await apiErrorOf(login(msisdn, GOOD))
  expect(apiError.message).toMatch(/^Too many wrong passwords\. Sign in with an SMS code, or/)
  expect(apiError.retryAfter).toBeGreaterThan(0)
  const code = await aCode(service, msisdn)
  expect(code.otp).toBe(await lastCode(service, msisdn))
  await service.api(loginByOtp, { params: { msisdn }, body: { ...code, device: aDevice() } })
})

test('a signed-in user can still give a proof while an attacker guesses', async () => {
  const { msisdn, api } = await anOwner()
  await guesses(msisdn, TRIES + 1)
  expect(await api(checkPassword, { body: { password: GOOD } })).toEqual({ is_valid: true })
  const results = await resultsOf(
    Array.from({ length: 16 }, () => api(checkPassword, { body: { password: 'not this one' } })),
  )
  expect(results).toEqual({ success: TRIES, too_many_requests: 16 - TRIES })
})

test('wrong passwords of an address are limited over all numbers; its honest visitors prove work and come in', async () => {
  const { msisdn } = await anOwner()
  const { free } = ADDRESS_TRIES.password
  const from = service.as({ address: '198.51.101.1' })
  const enter = (proof?: string) =>
    from(
      loginByPassword,
      { params: { msisdn }, body: { password: GOOD, device: aDevice('one browser') } },
      proof ? { headers: { [PROOF_OF_WORK_HEADER]: proof } } : {},
    )
  for (let n = 0; n < 3; n++) await enter()
  const results = await resultsOf(
    Array.from({ length: free + 4 }, () => {
      const body = { password: 'a guess', device: aDevice() }
      return from(loginByPassword, { params: { msisdn: aMsisdn() }, body })
    }),
  )
  expect(results).toEqual({ wrong_password: free, proof_required: 4 })
  await enter(await solveChallenge(await apiErrorOf(enter())))
})

test('a device token counts only for the numbers that signed in on that device', async () => {
  const { deps } = service
  const [mine, theirs, other] = [aMsisdn(), aMsisdn(), aMsisdn()]
  let given = addKnownDevice(deps, { msisdn: mine, given: undefined })
  given = addKnownDevice(deps, { msisdn: theirs, given })
  for (const msisdn of [mine, theirs])
    expect(findKnownDevice(deps, { msisdn, given })).not.toBeNull()
  expect(findKnownDevice(deps, { msisdn: other, given })).toBeNull()
  given = addKnownDevice(deps, { msisdn: mine, given })
  expect(given.split('~')).toHaveLength(2)
  for (let n = 0; n < 9; n++) given = addKnownDevice(deps, { msisdn: aMsisdn(), given })
  expect(given.split('~')).toHaveLength(KNOWN_DEVICE.numbers)
  expect(given).not.toContain(mine.slice(2))
})

test('a device token cannot be changed in any character, and expires', async () => {
  const { deps } = service
  const msisdn = aMsisdn()
  const given = addKnownDevice(deps, { msisdn, given: undefined })
  for (let at = 0; at < given.length; at++) {
    const forged = given.slice(0, at) + (given[at] === 'A' ? 'B' : 'A') + given.slice(at + 1)
    expect(findKnownDevice(deps, { msisdn, given: forged }), `${at}`).toBeNull()
  }
  for (const nonsense of ['', '~', 'a.b.c', `${given}x`, '~~~~~~~', '\u0000'])
    expect(findKnownDevice(deps, { msisdn, given: nonsense })).toBeNull()
  const expiry = new Date(deps.now().getTime() + (KNOWN_DEVICE.days + 2) * 86_400_000)
  expect(findKnownDevice({ ...deps, now: () => expiry }, { msisdn, given })).toBeNull()
})
