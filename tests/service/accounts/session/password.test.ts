import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changePassword,
  checkPassword,
  confirmReauth,
  getSelf,
  loginByOtp,
  loginByPassword,
  sendReauthCode,
  setFirstPassword,
} from '#src/contract/endpoints/session.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aDevice, aKid, asPrimary, aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aCode, forgetCodeLimits, lastCode } from '#tests/support/sign-in-codes.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const GOOD = 'پردهٔ نقره‌ای ۱۴۰۴'

async function withPassword(password = GOOD) {
  await service.deps.limits.forget('otp-address', '127.0.0.1')
  const person = await aUser(service)
  await person.api(setFirstPassword, { body: { password } })
  return person
}

function login(msisdn: string, password: string) {
  const body = { password, device: aDevice() }
  return service.api(loginByPassword, { params: { msisdn }, body })
}

test('the first password requires a sign-in by code, and works from then on', async () => {
  const { msisdn, api } = await withPassword()
  expect((await api(getSelf)).has_password).toBe(true)
  expect((await login(msisdn, GOOD)).user.msisdn).toBe(maskMsisdn(msisdn))
})

test('an unknown number and a wrong password get the same message', async () => {
  const { msisdn } = await withPassword()
  const wrong = await apiErrorOf(login(msisdn, 'not this one'))
  const unknown = await apiErrorOf(login('09990000000', 'not this one'))
  expect({ ...unknown }).toEqual({ ...wrong })
  expect(wrong).toMatchObject({ status: 422, result: 'wrong_password' })
})

test('of 64 concurrent passwords only five are tried', async () => {
  const { msisdn } = await withPassword()
  const results = await resultsOf(Array.from({ length: 64 }, (_, n) => login(msisdn, `guess-${n}`)))
  await service.deps.limits.forget('password-address', '127.0.0.1')
  const { wrong_password, ...refusals } = results
  expect(wrong_password).toBe(5)
  // Failures from one address need a proof of work after a while.
  expect(Object.keys(refusals).sort()).toEqual(['proof_required', 'too_many_requests'])
  expect((await apiErrorOf(login(msisdn, GOOD))).result).toBe('too_many_requests')
})

test.each([
  '12345678',
  'password1',
  'qwertyuiop',
  'abcabcabc',
  'aaaaaaaa',
  '98765432',
  'Mohammad123',
])('%s is refused because it is easy to guess', async password => {
  const { api } = await aUserOfThisAddress()
  const apiError = await apiErrorOf(api(setFirstPassword, { body: { password } }))
  expect(apiError.errors).toEqual({ password: 'validation.passwordCommon' })
})

test('a user’s own number is refused as password', async () => {
  const { api, msisdn } = await aUserOfThisAddress()
  const apiError = await apiErrorOf(api(setFirstPassword, { body: { password: `my${msisdn}` } }))
  expect(apiError.errors).toEqual({ password: 'validation.passwordCommon' })
})

test('a password has 8 to 128 characters of any kind', async () => {
  const { api } = await aUserOfThisAddress()
  const short = await apiErrorOf(api(setFirstPassword, { body: { password: 'a1b2c3' } }))
  expect(short.errors).toEqual({ password: ['validation.minLength', { length: 8 }] })
  const long = await apiErrorOf(api(setFirstPassword, { body: { password: 'x1'.repeat(65) } }))
  expect(long.errors).toEqual({ password: ['validation.maxLength', { length: 128 }] })
  await api(setFirstPassword, { body: { password: ' 🎬 cinéma  پرده ' } })
})

test('a change requires the current password and ends the other sessions', async () => {
  const { api, msisdn } = await withPassword()
  const other = service.as({ accessToken: (await login(msisdn, GOOD)).access_token })
  const wrong = { current_password: 'not this one', new_password: 'another good one' }
  const apiError = await apiErrorOf(api(changePassword, { body: wrong }))
  expect(apiError.errors).toEqual({ current_password: 'errors.wrong_password' })
  await other(getSelf)
  await api(changePassword, { body: { current_password: GOOD, new_password: 'another good one' } })
  await api(getSelf)
  expect((await apiErrorOf(other(getSelf))).result).toBe('unauthorized')
  expect((await apiErrorOf(login(msisdn, GOOD))).result).toBe('wrong_password')
  await login(msisdn, 'another good one')
})

test('a forgotten password is replaced once, in a session that began with a code', async () => {
  const { msisdn } = await withPassword()
  const code = await aCode(service, msisdn)
  const { access_token } = await service.api(loginByOtp, {
    params: { msisdn },
    body: { ...code, device: aDevice() },
  })
  const api = await asPrimary(service, access_token)
  await api(setFirstPassword, { body: { password: 'remembered now' } })
  const again = await apiErrorOf(api(setFirstPassword, { body: { password: 'and once more' } }))
  expect(again).toMatchObject({ result: 'reauth_required', data: { approaches: ['otp'] } })
})

test.each([
  ['the first one', aUserOfThisAddress],
  ['one that was forgotten', withPassword],
])('later a new password requires its own code: %s', async (_, someone) => {
  const { api, msisdn } = await someone()
  service.clock.advance({ minutes: 11 })
  const set = () => api(setFirstPassword, { body: { password: 'remembered now' } })
  expect((await apiErrorOf(set())).result).toBe('reauth_required')
  await forgetCodeLimits(service, msisdn)
  const { tracker_id } = await api(sendReauthCode, { body: {} })
  await api(confirmReauth, { body: { otp: await lastCode(service, msisdn), tracker_id } })
  await set()
})

test('a child’s profile cannot set a password for later sign-ins', async () => {
  const { api, msisdn } = await aKid(service, 'under_7', await aUserOfThisAddress())
  const apiError = await apiErrorOf(api(setFirstPassword, { body: { password: GOOD } }))
  expect(apiError).toMatchObject({ status: 403, result: 'profile_not_have_permission' })
  expect(apiError.message).toBe('این بخش برای بزرگ‌ترهاست. از یک بزرگ‌تر کمک بگیر.')
  expect((await apiErrorOf(login(msisdn, GOOD))).result).toBe('wrong_password')
})

test('the password itself is not a proof for replacing a forgotten password', async () => {
  const { api } = await withPassword()
  service.clock.advance({ minutes: 11 })
  await api(confirmReauth, { body: { password: GOOD } })
  const set = api(setFirstPassword, { body: { password: 'remembered now' } })
  expect((await apiErrorOf(set)).result).toBe('reauth_required')
})

test('the current password can be checked five times', async () => {
  const { api } = await withPassword()
  expect(await api(checkPassword, { body: { password: GOOD } })).toEqual({ is_valid: true })
  for (let tries = 0; tries < 5; tries++)
    expect(await api(checkPassword, { body: { password: 'x' } })).toEqual({ is_valid: false })
  const apiError = await apiErrorOf(api(checkPassword, { body: { password: GOOD } }))
  expect(apiError.result).toBe('too_many_requests')
})

test('passwords are stored as argon2id', async () => {
  await withPassword()
  const rows = await service.deps.db.select({ hash: users.passwordHash }).from(users)
  const hashes = rows.flatMap(({ hash }) => hash ?? [])
  expect(new Set(hashes).size).toBe(hashes.length)
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

async function aUserOfThisAddress() {
  await service.deps.limits.forget('otp-address', '127.0.0.1')
  return aUser(service)
}
