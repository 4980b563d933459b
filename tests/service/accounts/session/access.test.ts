// Cases that the matrices of tests/service/accounts/access do not cover: ids and fields in bodies.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProfile, switchProfile, updateProfile } from '#src/contract/endpoints/profiles.ts'
import { endSessions, listSessions, updateSelf } from '#src/contract/endpoints/session.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
let mine: Person
let theirs: Person
let target: string
beforeAll(async () => {
  service = await startTestService()
  mine = await aUser(service)
  theirs = await aUser(service)
  target = (await theirs.api(createProfile, { body: profile('Target') })).id
})
afterAll(() => service.stop())

function profile(name: string) {
  return { name, avatar: 'type-1-1', age_type: 'adult' as const }
}

test('a profile of another user cannot be chosen', async () => {
  const body = { profile_id: target, pin: '' }
  const apiError = await apiErrorOf(mine.api(switchProfile, { body }))
  expect(apiError.result).toBe('not_found')
})

test("a profile token of another user's is refused", async () => {
  const mixed = service.as({ accessToken: mine.accessToken, profileToken: theirs.profileToken })
  const apiError = await apiErrorOf(mixed(createProfile, { body: profile('Mine?') }))
  expect(apiError).toMatchObject({ status: 401, result: 'profile_unauthorized' })
})

test('a device of another user cannot be signed out, even with proof', async () => {
  const { items } = await theirs.api(listSessions)
  const body = { sessions: [items[0]?.id as string] }
  expect((await apiErrorOf(mine.api(endSessions, { body }))).result).toBe('not_found')
  expect((await theirs.api(listSessions)).items).toHaveLength(1)
})

test.each([
  ['is_primary', true],
  ['id', 'another'],
  ['user_id', 'another'],
  ['has_pin', false],
])('the unknown field %s changes nothing and is named in the error', async (field, value) => {
  const body = { name: 'Bent', [field]: value } as never
  const apiError = await apiErrorOf(
    mine.api(updateProfile, { params: { id: mine.profileId }, body }),
  )
  expect(apiError.errors).toEqual({ [field]: 'validation.unknownField' })
  const self = { name: 'Bent', [field]: value } as never
  expect((await apiErrorOf(mine.api(updateSelf, { body: self }))).status).toBe(422)
})

test('__proto__ in a body is refused', async () => {
  const reply = await service.fetch(
    '/users/_self',
    {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"__proto__":{"is_primary":true}}',
    },
    mine,
  )
  expect([200, 422]).toContain(reply.status)
  expect(({} as Record<string, unknown>).is_primary).toBeUndefined()
})
