/** Remembers the devices on which the current PIN of a profile was entered or set. Their tries are counted separately. */
import { and, arrayContains, eq, inArray, ne, not, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { profiles } from '../../platform/db/schema/profiles.ts'
import { sessions } from '../../platform/db/schema/session.ts'
import type { Deps } from '../../platform/deps.ts'

export async function hasEnteredPin(
  { db }: Pick<Deps, 'db'>,
  sessionId: string,
  profileId: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), arrayContains(sessions.pinsOf, [profileId])))
  return rows.length > 0
}

/** Notes that the PIN of the profile was entered or set in this session. */
export async function rememberPin(
  db: Queryable,
  sessionId: string,
  profileId: string,
): Promise<void> {
  await db
    .update(sessions)
    .set({ pinsOf: sql`array_append(${sessions.pinsOf}, ${profileId})` })
    .where(and(eq(sessions.id, sessionId), not(arrayContains(sessions.pinsOf, [profileId]))))
}

/** Forgets the PIN in the user's other sessions, because it has changed. */
export async function forgetPinElsewhere(
  db: Queryable,
  profileId: string,
  exceptSessionId: string,
): Promise<void> {
  const owner = db.select({ id: profiles.userId }).from(profiles).where(eq(profiles.id, profileId))
  await db
    .update(sessions)
    .set({ pinsOf: sql`array_remove(${sessions.pinsOf}, ${profileId})` })
    .where(
      and(
        inArray(sessions.userId, owner),
        ne(sessions.id, exceptSessionId),
        arrayContains(sessions.pinsOf, [profileId]),
      ),
    )
}
