import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createProfile,
  deleteProfile,
  listProfiles,
  sendDeleteCode,
  switchProfile,
  updateProfile,
} from '#src/contract/endpoints/profiles.ts'
import { updateSelf } from '#src/contract/endpoints/session.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aUser, type Person, withProfile } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { forgetCodeLimits, lastCode, otherThan } from '#tests/support/sign-in-codes.ts'

let service: TestService
let parent: Person
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  await service.deps.limits.forget('otp-address', '127.0.0.1')
  parent = await aUser(service)
})
afterAll(() => service.stop())

const kid = { name: 'نیلو', avatar: 'type-2-2', age_type: 'under_7' as const }

function add(fields: Partial<typeof kid> & { pin?: string } = {}) {
  return parent.api(createProfile, { body: { ...kid, ...fields } })
}

test('a user starts with one primary profile for adults', async () => {
  const { items } = await parent.api(listProfiles)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ is_primary: true, age_type: 'adult', has_pin: false })
})

test('a user has at most three profiles', async () => {
  await add()
  await add()
  expect(await apiErrorOf(add())).toMatchObject({ status: 409, result: 'profile_limit' })
})

test('10 concurrent creations leave three profiles', async () => {
  const results = await resultsOf(Array.from({ length: 10 }, () => add()))
  expect(results).toEqual({ success: 2, profile_limit: 8 })
  expect((await parent.api(listProfiles)).items).toHaveLength(3)
})

test('the same idempotency key creates one profile', async () => {
  const create = () =>
    parent.api(createProfile, { body: kid }, { idempotencyKey: `key-${parent.user.id}` })
  const first = await create()
  expect((await create()).id).toBe(first.id)
  expect((await parent.api(listProfiles)).items).toHaveLength(2)
})

test('a switch returns the profile and a new token each time', async () => {
  const child = await add()
  const body = { profile_id: child.id, pin: '' }
  const first = await parent.api(switchProfile, { body })
  expect(first.profile).toMatchObject({
    id: child.id,
    name: 'نیلو',
    is_primary: false,
    age_type: 'under_7',
  })
  const headers = { 'profile-token': first.profile_access_token }
  const second = await parent.api(switchProfile, { body }, { headers })
  expect(second.profile_access_token).not.toBe(first.profile_access_token)
})

test('a switch ends the previous token', async () => {
  const child = await add()
  const asChild = await withProfile(service, parent, child.id)
  const before = await apiErrorOf(parent.api(createProfile, { body: kid }))
  expect(before.result).toBe('profile_unauthorized')
  const after = await apiErrorOf(asChild.api(createProfile, { body: kid }))
  expect(after.result).toBe('profile_not_have_permission')
})

test('the primary profile can edit all profiles, but remains an adult profile itself', async () => {
  const child = await add()
  const edited = await parent.api(updateProfile, {
    params: { id: child.id },
    body: { name: 'نیلوفر', age_type: 'under_12', birthday: { year: 1396, month: 7, day: 30 } },
  })
  expect(edited).toMatchObject({
    name: 'نیلوفر',
    age_type: 'under_12',
    birthday: { year: 1396, month: 7, day: 30 },
  })
  const demotion = parent.api(updateProfile, {
    params: { id: parent.profileId },
    body: { age_type: 'under_7' },
  })
  expect((await apiErrorOf(demotion)).errors).toEqual({ age_type: 'validation.primaryIsAdult' })
})

test.each([
  [72, 1372],
  [48, 1348],
  [4, 1404],
])('the year %i of a birthday is %i', async (year, full) => {
  const birthday = { year, month: 1, day: 5 }
  const expected = { ...birthday, year: full }
  const added = await parent.api(updateProfile, {
    params: { id: parent.profileId },
    body: { birthday },
  })
  expect(added.birthday).toEqual(expected)
  expect((await parent.api(updateSelf, { body: { birthday } })).birthday).toEqual(expected)
})

test.each([
  { year: 47, month: 1, day: 1 },
  { year: 1403, month: 7, day: 31 },
  { year: 1404, month: 12, day: 30 },
  { year: 1499, month: 1, day: 1 },
])('a birthday that does not exist or is in the future is refused: %o', async birthday => {
  const body = { birthday }
  const call = parent.api(updateProfile, { params: { id: parent.profileId }, body })
  expect((await apiErrorOf(call)).errors).toEqual({ birthday: 'validation.invalid' })
})

test.each([
  ['name', { name: '   ' }, 'validation.required'],
  ['avatar', { avatar: '../../etc/passwd' }, 'validation.invalid'],
] as const)('a profile needs a valid %s', async (field, fields, error) => {
  expect((await apiErrorOf(add(fields as never))).errors).toEqual({ [field]: error })
})

test('a name is stored as it was written', async () => {
  const name = '<b>\u202eسارا</b> "&'
  expect((await add({ name })).name).toBe(name)
})

test('a profile is deleted with a code', async () => {
  const child = await add()
  await forgetCodeLimits(service, parent.msisdn)
  const { tracker_id } = await parent.api(sendDeleteCode, { params: { id: child.id } })
  const otp = await lastCode(service, parent.msisdn)
  const remove = (code: string) =>
    parent.api(deleteProfile, { params: { id: child.id }, body: { otp: code, tracker_id } })
  expect((await apiErrorOf(remove(otherThan(otp)))).result).toBe('wrong_otp')
  await remove(otp)
  expect((await parent.api(listProfiles)).items).toHaveLength(1)
})

test('the code for one profile cannot delete another', async () => {
  const [first, second] = [await add(), await add()]
  await forgetCodeLimits(service, parent.msisdn)
  const { tracker_id } = await parent.api(sendDeleteCode, { params: { id: first.id } })
  const otp = await lastCode(service, parent.msisdn)
  const call = parent.api(deleteProfile, { params: { id: second.id }, body: { otp, tracker_id } })
  expect((await apiErrorOf(call)).result).toBe('wrong_otp')
  expect((await parent.api(listProfiles)).items).toHaveLength(3)
})

test('the primary profile cannot be deleted', async () => {
  const call = parent.api(sendDeleteCode, { params: { id: parent.profileId } })
  expect((await apiErrorOf(call)).result).toBe('forbidden')
})
