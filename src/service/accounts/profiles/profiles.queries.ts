import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Body } from '#src/contract/endpoint.ts'
import type { createProfile } from '#src/contract/endpoints/profiles.ts'
import { MAX_PROFILES } from '#src/contract/limits.ts'
import type { Profile } from '#src/contract/profiles.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import { inTransaction, type Queryable } from '../../platform/db/open.ts'
import { profiles } from '../../platform/db/schema/profiles.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { SessionRead } from '../../platform/http/session-read.ts'
import { newId } from '../../platform/ids.ts'
import { avatarOf } from '../session/avatars.ts'
import { birthdayOf, birthdayValues } from '../session/birthday.ts'
import type { CreatePrimaryProfile } from '../session/users.ts'

export type ProfileRow = typeof profiles.$inferSelect
export type NewProfile = Omit<Body<typeof createProfile>, 'pin'>

export function profileView(row: ProfileRow): Profile {
  return wireProfile({ ...row, hasPin: row.pinHash !== null })
}

type ProfileColumns = Pick<
  ProfileRow,
  | 'id'
  | 'name'
  | 'avatar'
  | 'ageType'
  | 'isPrimary'
  | 'birthdayYear'
  | 'birthdayMonth'
  | 'birthdayDay'
> & { hasPin: boolean }

/** Returns a profile in the form that clients receive. */
export function wireProfile(row: ProfileColumns): Profile {
  return {
    id: row.id,
    name: row.name,
    avatar: avatarOf(row.avatar),
    has_pin: row.hasPin,
    lock: row.hasPin,
    age_type: row.ageType,
    is_primary: row.isPrimary,
    birthday: birthdayOf(row),
  }
}

/** The caller's own profiles, in their order. */
export const OWN_PROFILES: SessionRead<{ profiles: ProfileColumns[] }> = {
  name: 'session with its profiles',
  isOfCaller: true,
  row: () => sql`select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'avatar', p.avatar,
      'ageType', p.age_type, 'isPrimary', p.is_primary, 'birthdayYear', p.birthday_year, 'birthdayMonth', p.birthday_month,
      'birthdayDay', p.birthday_day, 'hasPin', p.pin_hash is not null) order by p.slot), '[]') as profiles
    from profiles p where p.user_id = caller.user_id`,
  values: () => ({}),
}

export function listProfilesOf(db: Queryable, userId: string): Promise<ProfileRow[]> {
  return db.select().from(profiles).where(eq(profiles.userId, userId)).orderBy(asc(profiles.slot))
}

/** Returns a profile of this user. @throws ApiError not_found */
export async function requireProfile(
  db: Queryable,
  userId: string,
  id: string,
): Promise<ProfileRow> {
  const [row] = await db
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.userId, userId)))
  if (!row) throw new ApiError('not_found')
  return row
}

/** A part of another statement that keeps a profile from being removed until the statement has ended. */
export function lockedProfile(id: SQL): SQL {
  return sql`select id from profiles where id = ${id} for key share`
}

/** Creates the first profile of a new user, in the same transaction. */
export const createPrimaryProfile: CreatePrimaryProfile = async (tx, { userId, language, now }) => {
  const name = getT(language)('profiles.defaultName')
  await tx
    .insert(profiles)
    .values({ id: newId(), userId, slot: 1, name, isPrimary: true, createdAt: now })
}

/** @throws ApiError profile_limit for a fourth profile */
export async function insertProfile(
  deps: Deps,
  userId: string,
  { birthday, age_type, ...fields }: NewProfile,
): Promise<ProfileRow> {
  return inTransaction(deps.db, async tx => {
    await lockUser(tx, userId)
    const taken = new Set((await listProfilesOf(tx, userId)).map(({ slot }) => slot))
    const slot = Array.from({ length: MAX_PROFILES }, (_, index) => index + 1).find(
      each => !taken.has(each),
    )
    if (!slot) throw new ApiError('profile_limit')
    const now = deps.now()
    const [row] = await tx
      .insert(profiles)
      .values({
        id: newId(),
        userId,
        slot,
        ...fields,
        ageType: age_type,
        ...birthdayValues(birthday ?? null),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!row) throw new Error('the profile was not inserted')
    return row
  })
}

export async function changeProfile(
  db: Queryable,
  id: string,
  changes: Partial<typeof profiles.$inferInsert>,
): Promise<ProfileRow> {
  const [row] = await db.update(profiles).set(changes).where(eq(profiles.id, id)).returning()
  if (!row) throw new ApiError('not_found')
  return row
}

export async function deleteSecondaryProfile(db: Queryable, id: string): Promise<void> {
  await db.delete(profiles).where(and(eq(profiles.id, id), eq(profiles.isPrimary, false)))
}
