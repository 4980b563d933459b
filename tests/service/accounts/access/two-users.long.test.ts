// Calls every endpoint as two users with every id: no user reads or changes anything that belongs to another.

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import type { Endpoint } from '#src/contract/endpoint.ts'
import { getSelf, sendReauthCode } from '#src/contract/endpoints/session.ts'
import { hashSecret } from '#src/service/accounts/session/password.ts'
import { seedPackages } from '#src/service/operations/demo/packages.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import {
  CALL_CASES,
  type CallCase,
  ENDPOINT_CASES,
  PASSWORD,
  type TitleIds,
} from '#tests/support/access/call-cases.ts'
import { schemaMismatch, sendCase } from '#tests/support/access/run-case.ts'
import { unlimited } from '#tests/support/access/unlimited.ts'
import { aVictim, rowsOf, type Victim } from '#tests/support/access/victim.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aUser, type Person, withProfile } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { lastCode } from '#tests/support/sign-in-codes.ts'

const owned = ENDPOINT_CASES.filter(({ callCase }) => callCase.owned)

let service: TestService
let victim: Victim
let titleIds: TitleIds
let passwordHash: string
beforeAll(async () => {
  service = await startTestService({ overrides: unlimited })
  await seedPackages(service.deps)
  await importRecords(service, [aFilm({ external_id: 'film', media: { stream: 'films/film' } })])
  passwordHash = await hashSecret(PASSWORD, service.deps.random)
  victim = await aVictim(service, 'film')
  titleIds = { content: 'film', file: 'file', title: 'film' }
})
afterAll(() => service.stop())

/** A second user, who knows only their own password. */
async function aStranger(): Promise<Person> {
  const person = await aUser(service)
  await service.deps.db.update(users).set({ passwordHash }).where(eq(users.id, person.user.id))
  return person
}

test('every endpoint has a case, and every case has an endpoint', () => {
  expect(Object.keys(CALL_CASES).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
})

test.each(ENDPOINT_CASES)('the case of $name matches its schema', ({ endpoint, callCase }) => {
  expect(schemaMismatch(endpoint, callCase)).toBeNull()
  const takesAnId = /\{id\}/.test(endpoint.path) && endpoint.access !== 'anonymous'
  const isPublic =
    /^\/(video-contents|comments|surveys|users\/_self\/(bookmarks|reminders|profile))/
  if (takesAnId && !isPublic.test(endpoint.path)) expect(callCase.owned).toBeDefined()
})

test.each(ENDPOINT_CASES)(
  '$name neither reveals nor changes anything that belongs to another user',
  async ({ endpoint, callCase }) => {
    const stranger = await aStranger()
    const before = await rowsOf(service, victim)
    for (const id of [...Object.values(victim.owns), ...victim.known]) {
      const answer = await sendCase(service, stranger, { endpoint, callCase, id, titleIds })
      // The bank of this test does not answer, so its calls are given up after a few attempts.
      if (answer.result !== 'provider_paused') expect(answer.status, answer.text).toBeLessThan(503)
      expect(answer.status, answer.text).not.toBe(500)
      for (const mark of victim.marks.filter(each => each !== id))
        expect(answer.text).not.toContain(mark)
    }
    expect(await rowsOf(service, victim)).toBe(before)
  },
)

test.each(owned)('$name answers another user as if the object did not exist', async asked => {
  const { callCase, endpoint } = asked
  const id = idOf(callCase)
  const answer = await sendCase(service, await aStranger(), { endpoint, callCase, id, titleIds })
  expect(answer.result).toBe(callCase.stranger === 'nothing' ? 'success' : 'not_found')
})

test('the code of another user confirms nothing', async () => {
  const stranger = await aStranger()
  const { tracker_id } = await victim.api(sendReauthCode, { body: {} })
  const proof = { otp: await lastCode(service, victim.msisdn), tracker_id }
  const own = stranger.profileId
  const before = await rowsOf(service, victim)
  for (const [name, id, body] of [
    ['confirmReauth', own, proof],
    ['checkResetPinCode', own, proof],
    ['loginByOtp', victim.msisdn, { ...proof, device: { unique_identifier: 'device-x' } }],
    ['loginByOtp', stranger.msisdn, { ...proof, device: { unique_identifier: 'device-x' } }],
  ] as const) {
    const endpoint = ENDPOINT_CASES.find(each => each.name === name)?.endpoint as Endpoint
    const callCase: CallCase = { body: () => body }
    const answer = await sendCase(service, stranger, { endpoint, callCase, id, titleIds })
    expect(answer.result, name).toBe('wrong_otp')
  }
  expect(await rowsOf(service, victim)).toBe(before)
})

test.each(ENDPOINT_CASES.filter(({ endpoint }) => endpoint.access !== 'anonymous'))(
  '$name is closed to callers who are not signed in, and to an invalid token',
  async ({ endpoint, callCase }) => {
    const id = callCase.owned ? idOf(callCase) : victim.profileId
    for (const caller of [{}, { accessToken: 'x'.repeat(43) }])
      expect((await sendCase(service, caller, { endpoint, callCase, id, titleIds })).status).toBe(
        401,
      )
  },
)

test.each(
  ENDPOINT_CASES.filter(({ endpoint }) => /^(profile|adult|primary)$/.test(endpoint.access)),
)('$name accepts no profile of another user', async ({ endpoint, callCase }) => {
  const { accessToken } = await aStranger()
  const { profileToken } = victim
  const before = await rowsOf(service, victim)
  const id = callCase.owned ? idOf(callCase) : victim.profileId
  for (const caller of [{ accessToken }, { accessToken, profileToken }])
    expect((await sendCase(service, caller, { endpoint, callCase, id, titleIds })).result).toBe(
      'profile_unauthorized',
    )
  expect(await rowsOf(service, victim)).toBe(before)
})

const TOLD =
  'getSelf getProfile listProfiles getSupportTicket listSupportTickets getTransaction listTransactions listContracts'
const ALSO_TOLD = 'listSubscriptions getCinemaTransaction listContinueWatching getConditionalProp'

test.each(`${TOLD} ${ALSO_TOLD}`.split(' '))(
  '%s shows the owner what it hides from others',
  async name => {
    const found = ENDPOINT_CASES.find(each => each.name === name)
    if (!found) throw new Error(`no call ${name}`)
    const { callCase, endpoint } = found
    const id = callCase.owned ? idOf(callCase) : victim.film
    const { text } = await sendCase(service, victim, { endpoint, callCase, id, titleIds })
    expect(victim.marks.some(mark => text.includes(mark))).toBe(true)
  },
)

// Runs last, because it uses up what the victim owns.
test('the owner can make the same calls', async () => {
  const order = ['GET', 'PUT', 'POST', 'DELETE']
  const rank = ({ name, endpoint }: (typeof ENDPOINT_CASES)[number]) =>
    name === 'endSessions' ? order.length : order.indexOf(endpoint.method)
  for (const { name, endpoint, callCase } of owned.toSorted((a, b) => rank(a) - rank(b))) {
    const { profileToken } = await withProfile(service, victim, victim.profileId)
    const caller = { accessToken: victim.accessToken, profileToken }
    const answer = await sendCase(service, caller, {
      endpoint,
      callCase,
      id: idOf(callCase),
      titleIds,
    })
    expect(answer.result, name).not.toMatch(/not_found|unauthorized|not_have_permission|^unknown/)
  }
  expect((await apiErrorOf(service.as(victim)(getSelf))).result).toBe('unauthorized')
})

function idOf({ owned: kind }: CallCase): string {
  return kind ? victim.owns[kind] : ''
}
