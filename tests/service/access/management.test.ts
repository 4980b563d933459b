// Managing profiles is for the primary one: every call that manages, as everybody else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import type { Endpoint } from '#src/contract/endpoint.ts'
import { createProfile, listProfiles } from '#src/contract/profiles.ts'
import { answerTo } from '#tests/support/access/call.ts'
import { LINES } from '#tests/support/access/lines.ts'
import { unlimited } from '#tests/support/access/unlimited.ts'
import { aKid, aUser, type Person, signIn, withProfile } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const all = endpoints.map(({ name, endpoint }) => {
  return { name, endpoint: endpoint as Endpoint, line: LINES[name] ?? {} }
})
const place = { content: 'content', file: 'file', title: 'title' }

let service: TestService
let primary: Person
let others: Person[]
let ids: string[]
beforeAll(async () => {
  service = await startTestService({ overrides: unlimited })
  primary = await aUser(service)
  const second = await primary.api(createProfile, {
    body: { name: 'Second', avatar: 'type-1-1', age_type: 'adult' },
  })
  const { msisdn } = primary
  const adult = await withProfile(service, await signIn(service, { msisdn }), second.id)
  others = [
    adult,
    await aKid(service, 'under_12', { ...adult, ...(await signIn(service, { msisdn })) }),
  ]
  ids = (await primary.api(listProfiles)).items.map(({ id }) => id)
})
afterAll(() => service.stop())

test('exactly the calls that manage are for the primary profile', () => {
  const named = all.filter(({ line }) => line.manages).map(({ name }) => name)
  const guarded = all.filter(({ endpoint }) => endpoint.access === 'primary')
  expect(guarded.map(({ name }) => name)).toEqual(named)
  const writing = all.filter(
    ({ endpoint }) => /^\/users\/profile/.test(endpoint.path) && endpoint.method !== 'GET',
  )
  // Watching as a profile, and a PIN set anew with a code to the mobile, are for everybody.
  const free = ['switchProfile', 'checkResetPinCode', 'resetPin']
  expect(writing.map(({ name }) => name).filter(name => !free.includes(name))).toEqual(
    named.filter(name => name !== 'sendDeleteCode'),
  )
})

test.each(all.filter(({ line }) => line.manages))(
  '$name is refused to every other profile, for each profile there is',
  async ({ endpoint, line }) => {
    const before = await primary.api(listProfiles)
    for (const person of others)
      for (const id of ids) {
        const answer = await answerTo(service, person, { endpoint, line, id, place })
        expect([answer.status, answer.result]).toEqual([403, 'profile_not_have_permission'])
      }
    expect(await primary.api(listProfiles)).toEqual(before)
  },
)
