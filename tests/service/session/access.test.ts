// Two users times every call of session and profiles times every id.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { type Endpoint, fillPath } from '#src/contract/endpoint.ts'
import {
  createProfile,
  listProfiles,
  switchProfile,
  updateProfile,
} from '#src/contract/profiles.ts'
import { endSessions, listSessions, sendReauthCode, updateSelf } from '#src/contract/session.ts'
import { forgetCodeLimits, lastCode } from '#tests/support/codes.ts'
import { aUser, type Person, signIn, withProfile } from '#tests/support/people.ts'
import { refusalOf } from '#tests/support/refusals.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
let mine: Person
let theirs: Person
let secondary: Person
let target: string
beforeAll(async () => {
  service = await startTestService()
  mine = await aUser(service)
  theirs = await aUser(service)
  target = (await theirs.api(createProfile, { body: profile('Target') })).id
  const own = await mine.api(createProfile, { body: profile('Second') })
  await service.deps.limits.forget('otp-minute', mine.msisdn)
  const phone = await signIn(service, { msisdn: mine.msisdn })
  secondary = await withProfile(service, phone, own.id)
})
afterAll(() => service.stop())

function profile(name: string) {
  return { name, avatar: 'type-1-1', age_type: 'adult' as const }
}

const ours = endpoints
  .filter(({ domain }) => domain === 'session' || domain === 'profiles')
  .map(({ name, endpoint }) => [name, endpoint as Endpoint] as const)
const signedIn = ours.filter(([, { access }]) => access === 'user' || access === 'primary')
const managing = ours.filter(([, { access }]) => access === 'primary')
const ofAProfile = ours.filter(([, { path }]) => /^\/users\/profile\/.*\{id\}/.test(path))

function call(endpoint: Endpoint, id: string, person?: Person) {
  const path = fillPath(endpoint.path, { id, code: '123456', msisdn: '09121234567' })
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  const init = {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    ...(hasBody ? { body: JSON.stringify(BODIES[endpoint.path] ?? {}) } : {}),
  }
  return service.fetch(path, init, person)
}

const BODIES: Record<string, unknown> = {
  '/users/profile/{id}': { name: 'Taken over' },
  '/users/profile/switch': { profile_id: 'x', pin: '' },
  '/users/profile/pin/{id}': { pin: '4321' },
  '/users/profile/delete/{id}': { otp: '123456', tracker_id: 'x' },
  '/users/profile/reset-pin-otpcheck/{id}': { otp: '123456', tracker_id: 'x' },
  '/users/profile/reset-pin/{id}': { pin: '4321', reset_token: 'x' },
}

test.each(signedIn)('%s is for those who are signed in', async (_, endpoint) => {
  expect((await call(endpoint, target)).status).toBe(401)
})

test.each(managing)('%s is for the primary profile', async (_, endpoint) => {
  const reply = await call(endpoint, secondary.profileId, secondary)
  expect(reply.status).toBe(403)
  expect(await reply.json()).toMatchObject({
    meta: { operation_result: 'profile_not_have_permission', operation_result_code: 40301 },
  })
})

test.each(ofAProfile)("%s finds no profile of another user's", async (_, endpoint) => {
  const reply = await call(endpoint, target, mine)
  expect(reply.status).toBe(404)
  expect((await theirs.api(listProfiles)).items[1]).toMatchObject({
    name: 'Target',
    has_pin: false,
  })
})

test("a profile of another user's cannot be switched to", async () => {
  const body = { profile_id: target, pin: '' }
  const refusal = await refusalOf(mine.api(switchProfile, { body }))
  expect(refusal.result).toBe('not_found')
})

test("a profile token of another user's is as good as none", async () => {
  const mixed = service.as({ accessToken: mine.accessToken, profileToken: theirs.profileToken })
  const refusal = await refusalOf(mixed(createProfile, { body: profile('Mine?') }))
  expect(refusal).toMatchObject({ status: 401, result: 'profile_unauthorized' })
})

test("a device of another user's cannot be ended, even with proof", async () => {
  await forgetCodeLimits(service, mine.msisdn)
  const { tracker_id } = await mine.api(sendReauthCode, { body: {} })
  const otp = await lastCode(service, mine.msisdn)
  const { items } = await theirs.api(listSessions)
  const body = { sessions: [items[0]?.id as string], otp, tracker_id }
  expect((await refusalOf(mine.api(endSessions, { body }))).result).toBe('not_found')
  expect((await theirs.api(listSessions)).items).toHaveLength(1)
})

test.each([
  ['is_primary', true],
  ['id', 'another'],
  ['user_id', 'another'],
  ['has_pin', false],
])('the unknown field %s changes nothing and is named', async (field, value) => {
  const body = { name: 'Bent', [field]: value } as never
  const refusal = await refusalOf(mine.api(updateProfile, { params: { id: mine.profileId }, body }))
  expect(refusal.errors).toEqual({ [field]: 'validation.unknownField' })
  const self = { name: 'Bent', [field]: value } as never
  expect((await refusalOf(mine.api(updateSelf, { body: self }))).status).toBe(422)
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
