/** Callers of every level, from anonymous to a primary profile that has just re-authenticated; each in its own account. */
import { eq, inArray } from 'drizzle-orm'
import type { AgeType } from '#src/contract/profiles.ts'
import { blockUser } from '#src/service/accounts/session/blocking.ts'
import { profiles } from '#src/service/platform/db/schema/profiles.ts'
import { profileTokens, sessions } from '#src/service/platform/db/schema/session.ts'
import { newId } from '#src/service/platform/ids.ts'
import { aUser, type Person, withProfile } from '../people.ts'
import type { Caller, TestService } from '../service.ts'

export const CALLERS = [
  'nobody',
  'a made-up token',
  'a blocked user',
  'no profile',
  'the profile of another user',
  'a made-up profile token',
  'an empty profile token',
  'an old profile token',
  'an expired profile token',
  'a child without its profile token',
  'a child whose profile is gone',
  'a child with an empty profile token',
  'under_3',
  'under_7',
  'under_12',
  'under_15',
  'another adult',
  'primary, proved long ago',
  'primary, proved by the password',
  'primary, proved by a code',
] as const
export type CallerName = (typeof CALLERS)[number]

export async function aCaller(service: TestService, name: CallerName): Promise<Caller> {
  if (name === 'nobody') return {}
  if (name === 'a made-up token') return { accessToken: 'x'.repeat(43) }
  const person = await aUser(service)
  const { accessToken } = person
  if (name === 'a blocked user') {
    await blockUser(service.deps, { userId: person.user.id, reason: '' })
    return person
  }
  if (name === 'no profile') return { accessToken }
  if (name === 'the profile of another user') {
    const { profileToken } = await aUser(service)
    return { accessToken, profileToken }
  }
  if (name === 'a made-up profile token') return { accessToken, profileToken: 'x'.repeat(43) }
  if (name === 'an empty profile token') return { accessToken, profileToken: '' }
  if (name === 'an old profile token') {
    await withProfile(service, person, person.profileId)
    return person
  }
  if (name === 'an expired profile token') return withExpiredProfile(service, person)
  if (name === 'another adult') return otherProfileOf(service, person, 'adult')
  if (name.startsWith('a child')) {
    const { profileId } = await otherProfileOf(service, person, 'under_7')
    if (name === 'a child whose profile is gone')
      await service.deps.db.delete(profiles).where(eq(profiles.id, profileId))
    return name === 'a child with an empty profile token'
      ? { accessToken, profileToken: '' }
      : { accessToken }
  }
  if (!name.startsWith('primary')) return otherProfileOf(service, person, name as AgeType)
  if (name !== 'primary, proved by a code')
    await setProof(service, person, name === 'primary, proved by the password')
  return person
}

async function withExpiredProfile({ deps }: TestService, person: Person): Promise<Person> {
  const expiresAt = new Date(deps.now().getTime() - 1_000)
  const ofUser = deps.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, person.user.id))
  await deps.db
    .update(profileTokens)
    .set({ createdAt: new Date(expiresAt.getTime() - 60_000), expiresAt })
    .where(inArray(profileTokens.sessionId, ofUser))
  return person
}

/** Switches the session to another profile of the same account. */
async function otherProfileOf(
  service: TestService,
  person: Person,
  ageType: AgeType,
): Promise<Person> {
  const id = newId()
  const userId = person.user.id
  await service.deps.db.insert(profiles).values({ id, userId, slot: 3, name: 'دیگری', ageType })
  return withProfile(service, person, id)
}

async function setProof(service: TestService, { user }: Person, byPassword: boolean) {
  const passwordVerifiedAt = byPassword ? service.deps.now() : null
  await service.deps.db
    .update(sessions)
    .set({ codeVerifiedAt: null, passwordVerifiedAt })
    .where(eq(sessions.userId, user.id))
}
