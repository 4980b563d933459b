import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  checkResetPinCode,
  createProfile,
  listProfiles,
  resetPin,
  sendResetPinCode,
  setPin,
  switchProfile,
} from '#src/contract/endpoints/profiles.ts'
import { authenticate } from '#src/service/accounts/session/authenticate.ts'
import { profiles } from '#src/service/platform/db/schema/profiles.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aUser, type Person, signIn, withProfile } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { forgetCodeLimits, lastCode } from '#tests/support/sign-in-codes.ts'

let service: TestService
let owner: Person
let locked: string
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  await service.deps.limits.forget('otp-address', '127.0.0.1')
  owner = await aUser(service)
  const fields = { name: 'بهرام', avatar: 'type-1-4', age_type: 'adult' as const, pin: '1234' }
  locked = (await owner.api(createProfile, { body: fields })).id
})
afterAll(() => service.stop())

/** Switches to the primary profile again: a successful switch ends the previous token. */
function enter(pin: string, api = service.as({ accessToken: owner.accessToken })) {
  return api(switchProfile, { body: { profile_id: locked, pin } })
}

test('a locked profile opens with its PIN, also in Persian digits', async () => {
  expect((await owner.api(listProfiles)).items[1]).toMatchObject({ has_pin: true, lock: true })
  expect((await enter('1234')).profile.id).toBe(locked)
  expect((await enter('۱۲۳۴')).profile.id).toBe(locked)
})

test('a locked profile stays closed without a PIN or with a wrong one', async () => {
  expect((await apiErrorOf(enter(''))).result).toBe('wrong_pin')
  expect(await apiErrorOf(enter('4321'))).toMatchObject({
    status: 422,
    result: 'wrong_pin',
    errors: { pin: 'errors.wrong_pin' },
  })
})

test('of 64 concurrent PINs only five are tried, from all devices together', async () => {
  await service.deps.limits.forget('otp-minute', owner.msisdn)
  const { accessToken } = await signIn(service, { msisdn: owner.msisdn })
  const phone = service.as({ accessToken })
  const guesses = Array.from({ length: 64 }, (_, n) =>
    enter(String(5000 + n), n % 2 ? phone : undefined),
  )
  expect(await resultsOf(guesses)).toEqual({ wrong_pin: 5, too_many_requests: 59 })
  const apiError = await apiErrorOf(enter('1234'))
  expect(apiError.result).toBe('too_many_requests')
  expect(apiError.retryAfter).toBeGreaterThan(800)
})

test('the right PIN resets the count', async () => {
  for (let round = 0; round < 3; round++) {
    for (let tries = 0; tries < 4; tries++) await apiErrorOf(enter('0000'))
    await enter('1234')
  }
})

test('changing or removing the lock requires the current PIN', async () => {
  const change = (body: { pin: string; current_pin?: string }) =>
    owner.api(setPin, { params: { id: locked }, body })
  expect((await apiErrorOf(change({ pin: '9999' }))).errors).toEqual({
    current_pin: 'validation.required',
  })
  expect((await apiErrorOf(change({ pin: '', current_pin: '4321' }))).errors).toEqual({
    current_pin: 'errors.wrong_pin',
  })
  await change({ pin: '9999', current_pin: '1234' })
  expect((await apiErrorOf(enter('1234'))).result).toBe('wrong_pin')
  await change({ pin: '', current_pin: '9999' })
  expect((await owner.api(listProfiles)).items[1]).toMatchObject({ has_pin: false })
})

test('a new lock signs the profile out on all devices', async () => {
  await service.deps.limits.forget('otp-minute', owner.msisdn)
  const other = await signIn(service, { msisdn: owner.msisdn })
  const tablet = await withProfile(service, other, locked, '1234')
  const credentials = { token: tablet.accessToken, profileToken: tablet.profileToken }
  const who = () => authenticate(service.deps, { ...credentials, optional: false })
  expect((await who())?.viewer.profile?.id).toBe(locked)
  await owner.api(setPin, { params: { id: locked }, body: { pin: '7777', current_pin: '1234' } })
  await expect(who()).rejects.toMatchObject({ result: 'profile_unauthorized' })
})

test('wrong PINs of other devices do not lock a device that has entered it, which has five tries of its own', async () => {
  await service.deps.limits.forget('otp-minute', owner.msisdn)
  const television = service.as(await signIn(service, { msisdn: owner.msisdn }))
  await enter('1234')
  const guesses = () => Array.from({ length: 8 }, (_, n) => enter(String(5000 + n), television))
  expect(await resultsOf(guesses())).toEqual({ wrong_pin: 5, too_many_requests: 3 })
  expect((await enter('1234')).profile.id).toBe(locked)
  const own = Array.from({ length: 8 }, (_, n) => enter(String(6000 + n)))
  expect(await resultsOf(own)).toEqual({ wrong_pin: 5, too_many_requests: 3 })
})

test('a device that entered the old PIN has no tries of its own for the new one', async () => {
  await service.deps.limits.forget('otp-minute', owner.msisdn)
  const television = service.as(await signIn(service, { msisdn: owner.msisdn }))
  await enter('1234', television)
  await owner.api(setPin, { params: { id: locked }, body: { pin: '7777', current_pin: '1234' } })
  const phone = service.as({ accessToken: owner.accessToken })
  await enter('7777', phone)
  await service.deps.limits.forget('otp-minute', owner.msisdn)
  const tablet = service.as(await signIn(service, { msisdn: owner.msisdn }))
  const guesses = Array.from({ length: 8 }, (_, n) =>
    enter(String(5000 + n), n % 2 ? television : tablet),
  )
  expect(await resultsOf(guesses)).toEqual({ wrong_pin: 5, too_many_requests: 3 })
  expect((await enter('7777', phone)).profile.id).toBe(locked)
})

test('a forgotten PIN is reset with a code, and the token for it works once', async () => {
  for (let tries = 0; tries < 6; tries++) await apiErrorOf(enter('0000'))
  await forgetCodeLimits(service, owner.msisdn)
  const { tracker_id } = await owner.api(sendResetPinCode, { params: { id: locked } })
  const otp = await lastCode(service, owner.msisdn)
  const { reset_token } = await owner.api(checkResetPinCode, {
    params: { id: locked },
    body: { otp, tracker_id },
  })
  const reset = (pin: string, id = locked) =>
    owner.api(resetPin, { params: { id }, body: { pin, reset_token } })
  expect((await apiErrorOf(reset('1111', owner.profileId))).result).toBe('otp_expired')
  await reset('8888')
  expect((await apiErrorOf(reset('9999'))).result).toBe('otp_expired')
  expect((await enter('8888')).profile.id).toBe(locked)
})

test.each(['123', '12345', 'abcd', '12 4'])('%s is not a PIN', async pin => {
  const call = owner.api(setPin, { params: { id: owner.profileId }, body: { pin } })
  expect((await apiErrorOf(call)).errors).toEqual({ pin: 'validation.pin' })
})

test('PINs are stored with argon2id and the key of this installation', async () => {
  const [row] = await service.deps.db.select().from(profiles).where(eq(profiles.id, locked))
  expect(row?.pinHash).toMatch(/^\$argon2id\$/)
})
