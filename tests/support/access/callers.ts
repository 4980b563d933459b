/** Callers of every level, from anonymous to a primary profile with a fresh proof; each in its own account. */
import { eq } from 'drizzle-orm'
import type { AgeType } from '#src/contract/profiles.ts'
import { profiles } from '#src/service/db/schema/profiles.ts'
import { sessions } from '#src/service/db/schema/session.ts'
import { newId } from '#src/service/ids.ts'
import { blockUser } from '#src/service/session/blocking.ts'
import { aUser, type Person, withProfile } from '../people.ts'
import type { Caller, TestService } from '../service.ts'

export const CALLERS = [
  'nobody',
  'a made-up token',
  'a blocked user',
  'no profile',
  'the profile of another user',
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
  if (name === 'another adult') return otherProfileOf(service, person, 'adult')
  if (!name.startsWith('primary')) return otherProfileOf(service, person, name as AgeType)
  if (name !== 'primary, proved by a code')
    await setProof(service, person, name === 'primary, proved by the password')
  return person
}

/** Switches the session to another profile of the same account. */
export async function otherProfileOf(
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
