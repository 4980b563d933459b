/** Users for tests: signed in by API calls, their subscriptions and profiles written to the database. */
import { randomInt } from 'node:crypto'
import { listProfiles, switchProfile } from '#src/contract/endpoints/profiles.ts'
import { loginByOtp, sendOtp } from '#src/contract/endpoints/session.ts'
import type { AgeType } from '#src/contract/profiles.ts'
import type { User } from '#src/contract/session.ts'
import type { Api } from '#src/lib/api/client.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import { profiles } from '#src/service/platform/db/schema/profiles.ts'
import { newId } from '#src/service/platform/ids.ts'
import type { TestService } from './service.ts'

const DAY = 86_400_000
type Calls = Pick<TestService, 'as'>

export type Person = {
  user: User
  msisdn: string
  accessToken: string
  profileToken: string
  profileId: string
  /** Makes API calls as this user and profile, in Persian. */
  api: Api
}
type PersonOptions = { msisdn?: string; device?: string }

export function aDevice(name = `device-${newId()}`) {
  return { unique_identifier: name, platform: 'web', brand: 'Chrome', model: 'Linux' }
}

/** Numbers are unique within a process. Each process begins at a random number, because several may share a site. */
let lastNumber = randomInt(10_000_000)
export function aMsisdn(): string {
  lastNumber = (lastNumber + 1) % 10_000_000
  return `0912${String(lastNumber).padStart(7, '0')}`
}

/** Signs in with a code. An unknown number becomes a new user. */
export async function signIn(
  service: TestService,
  { msisdn = aMsisdn(), device }: PersonOptions = {},
) {
  const { tracker_id } = await service.api(sendOtp, { params: { msisdn } })
  const [message] = await service.outbox(msisdn)
  if (!message?.code) throw new Error(`no code was sent to ${msisdn}`)
  const body = { otp: message.code, tracker_id, device: aDevice(device) }
  const { user, access_token } = await service.api(loginByOtp, { params: { msisdn }, body })
  return { user, msisdn, accessToken: access_token }
}

/** A signed-in user with the primary profile chosen. */
export async function aUser(service: TestService, options: PersonOptions = {}): Promise<Person> {
  return withPrimary(service, await signIn(service, options))
}

type SignedIn = Pick<Person, 'user' | 'msisdn' | 'accessToken'>

/** Switches the session to the primary profile. */
export async function withPrimary(service: Calls, person: SignedIn, pin = ''): Promise<Person> {
  const { items } = await service.as(person)(listProfiles)
  const primary = items.find(({ is_primary }) => is_primary)
  if (!primary) throw new Error('the user has no primary profile')
  return withProfile(service, person, primary.id, pin)
}

/** Makes API calls of a session as the primary profile. */
export async function asPrimary(service: Calls, accessToken: string): Promise<Api> {
  const { api } = await withPrimary(service, { user: {} as User, msisdn: '', accessToken })
  return api
}

/** A user whose subscription ends in this many days. */
export async function aSubscriber(
  service: TestService,
  { days = 30, ...options }: PersonOptions & { days?: number } = {},
): Promise<Person> {
  const person = await aUser(service, options)
  await giveSubscription(service, person.user.id, days)
  return person
}

/** A new user with the kid profile chosen. */
export async function aKid(
  service: TestService,
  ageType: AgeType,
  person?: Person,
): Promise<Person> {
  const parent = person ?? (await aUser(service))
  const id = newId()
  await service.deps.db
    .insert(profiles)
    .values({ id, userId: parent.user.id, slot: 3, name: 'کودک', ageType })
  return withProfile(service, parent, id)
}

export async function giveSubscription(
  service: TestService,
  userId: string,
  days: number,
): Promise<void> {
  const now = service.deps.now()
  await service.deps.db.insert(subscriptions).values({
    id: newId(),
    userId,
    source: 'operator',
    titleFa: 'اشتراک آزمایشی',
    titleEn: 'Test subscription',
    startsAt: new Date(now.getTime() - DAY),
    endsAt: new Date(now.getTime() + days * DAY),
  })
}

/** Switches the session to another profile. */
export async function withProfile(
  service: Calls,
  person: SignedIn,
  profileId: string,
  pin = '',
): Promise<Person> {
  const { user, msisdn, accessToken } = person
  const { profile_access_token: profileToken } = await service.as({ accessToken })(switchProfile, {
    body: { profile_id: profileId, pin },
  })
  const api = service.as({ accessToken, profileToken })
  return { user, msisdn, accessToken, profileToken, profileId, api }
}
