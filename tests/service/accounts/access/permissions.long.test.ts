// Calls every endpoint as every kind of caller: its access level admits the right ones, and the others get the right error.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#src/contract/endpoint.ts'
import { updateProfile } from '#src/contract/endpoints/profiles.ts'
import { seedPackages } from '#src/service/operations/demo/packages.ts'
import { ENDPOINT_CASES } from '#tests/support/access/call-cases.ts'
import { aCaller, CALLERS, type CallerName } from '#tests/support/access/callers.ts'
import { sendCase } from '#tests/support/access/run-case.ts'
import { unlimited } from '#tests/support/access/unlimited.ts'
import { aVictim, rowsOf, type Victim } from '#tests/support/access/victim.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, signIn, withProfile } from '#tests/support/people.ts'
import { type Caller, startTestService, type TestService } from '#tests/support/service.ts'

const titleIds = { content: 'film', file: 'file', title: 'title' }
const CHILD = /^(under_|a child without|a child whose)/
const WRONG_PROFILE =
  /^the profile of another user$|^(a made-up|an old|an expired) profile token$|empty profile token$/
const NOT_IN = /^(unauthorized|profile_unauthorized|profile_not_have_permission|reauth_required)$/

let service: TestService
let callers: Record<CallerName, Caller>
let household: Victim
beforeAll(async () => {
  service = await startTestService({ overrides: unlimited })
  await importRecords(service, [aFilm({ external_id: 'film', media: { stream: 'films/film' } })])
  await seedPackages(service.deps)
  household = await aVictim(service, 'film')
  const found = await Promise.all(CALLERS.map(async name => [name, await aCaller(service, name)]))
  callers = Object.fromEntries(found) as typeof callers
})
afterAll(() => service.stop())

/** The access levels as specified, written independently of the code that enforces them. */
function expected(endpoint: Endpoint, caller: CallerName): string {
  const { access, reauth, notForChildren, session } = endpoint
  const isVisitor = /^(nobody|a made-up token|a blocked user)$/.test(caller)
  if (access === 'limited') return 'unauthorized'
  if (isVisitor) return access === 'anonymous' ? 'in' : 'unauthorized'
  // A switch replaces the token, so it does not look at the old one.
  if (WRONG_PROFILE.test(caller)) return session === 'switches' ? 'in' : 'profile_unauthorized'
  const isWithout = /^(no profile|a child .*)$/.test(caller)
  if (access === 'anonymous' || access === 'user')
    return notForChildren && CHILD.test(caller) ? 'profile_not_have_permission' : 'in'
  if (isWithout) return 'profile_unauthorized'
  if (access === 'profile') return 'in'
  if (CHILD.test(caller)) return 'profile_not_have_permission'
  if (access === 'adult') return 'in'
  if (caller === 'another adult') return 'profile_not_have_permission'
  if (!reauth || caller === 'primary, proved by a code') return 'in'
  const isVerified = reauth === 'any' && caller === 'primary, proved by the password'
  return isVerified ? 'in' : 'reauth_required'
}

test.each(ENDPOINT_CASES.filter(({ name }) => name !== 'logout'))(
  '$name admits exactly the callers that its level names',
  async ({ name, endpoint, callCase }) => {
    for (const caller of CALLERS) {
      // A new password uses up the proof, so the callers are created again for the next call.
      const asker = endpoint.reauth ? await aCaller(service, caller) : callers[caller]
      const answer = await sendCase(service, asker, { endpoint, callCase, id: 'an-id', titleIds })
      // Tokens of refused sign-ins belong to no session.
      const isOwnError = endpoint.access === 'anonymous' && answer.result === 'unauthorized_sso'
      const got = NOT_IN.test(answer.result) && !isOwnError ? answer.result : 'in'
      expect([caller, got]).toEqual([caller, expected(endpoint, caller)])
      expect(answer.status, `${name} as ${caller}`).not.toBe(500)
    }
  },
)

test('signing out is open to everybody who is signed in', async () => {
  const { endpoint, callCase } = ENDPOINT_CASES.find(
    ({ name }) => name === 'logout',
  ) as (typeof ENDPOINT_CASES)[number]
  for (const caller of CALLERS) {
    const asker = await aCaller(service, caller)
    const { result } = await sendCase(service, asker, { endpoint, callCase, id: 'an-id', titleIds })
    expect([caller, result]).toEqual([
      caller,
      expected(endpoint, caller) === 'in' ? 'success' : expected(endpoint, caller),
    ])
  }
})

const closed = ENDPOINT_CASES.filter(({ endpoint: { access, notForChildren } }) => {
  return access === 'adult' || access === 'primary' || notForChildren
})

test.each(closed)(
  '$name is refused to a child of the same household with valid ids, and changes nothing',
  async ({ endpoint, callCase }) => {
    const child = await childInHousehold()
    const before = await rowsOf(service, household)
    const id = callCase.owned ? household.owns[callCase.owned] : household.film
    for (const language of ['fa', 'en'] as const) {
      const caller = { ...child, language }
      const answer = await sendCase(service, caller, { endpoint, callCase, id, titleIds })
      expect([answer.status, answer.result]).toEqual([403, 'profile_not_have_permission'])
      expect(answer.text).toMatch(language === 'fa' ? /بزرگ‌ترهاست/ : /for grown-ups/)
      for (const mark of household.marks) expect(answer.text).not.toContain(mark)
    }
    expect(await rowsOf(service, household)).toBe(before)
  },
)

test.each(['getSelf', 'listProfiles', 'getProfile'])(
  '%s reveals nothing about the owner to a child or to a session without a profile',
  async name => {
    const { endpoint, callCase } = ENDPOINT_CASES.find(
      each => each.name === name,
    ) as (typeof ENDPOINT_CASES)[number]
    const child = await childInHousehold()
    const birthday = { year: 1360, month: 7, day: 13 }
    const id = household.owns.profile
    await household.api(updateProfile, { params: { id }, body: { birthday } })
    const shown = async (caller: Caller) => {
      const { text } = await sendCase(service, caller, { endpoint, callCase, id, titleIds })
      return ['bahman@example.com', household.msisdn, '1360'].filter(mark => text.includes(mark))
    }
    expect(await shown(child)).toEqual([])
    expect(await shown({ accessToken: child.accessToken })).toEqual([])
    expect((await shown(household)).length).toBeGreaterThan(0)
  },
)

let kid: Promise<Caller & { accessToken: string }> | undefined
/** Signs in a session of its own, such as on the television of the family. */
function childInHousehold() {
  kid ??= (async () => {
    const { msisdn } = household
    const { profileId } = await aKid(service, 'under_7', household)
    // The first profile was chosen in the parents' session, which remains theirs.
    const parent = await withProfile(service, household, household.profileId)
    Object.assign(household, parent)
    const { accessToken, profileToken } = await withProfile(
      service,
      await signIn(service, { msisdn }),
      profileId,
    )
    return { accessToken, profileToken }
  })()
  return kid
}
