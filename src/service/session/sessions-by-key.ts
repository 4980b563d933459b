import { and, gt, inArray, isNull } from 'drizzle-orm'
import { SESSION } from '#src/contract/limits.ts'
import { countByKey, type RowsByKey } from '../db/count-by-key.ts'
import { profileTokens, sessions } from '../db/schema/session.ts'
import type { Deps } from '../deps.ts'

const DAY_MS = 86_400_000

/** Of the sessions that are not over, and of the profiles that were chosen in them. */
export async function sessionsByKey({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<{ sessions: RowsByKey; profiles: RowsByKey }> {
  const idle = new Date(now().getTime() - SESSION.idleDays * DAY_MS)
  const open = and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now()),
    gt(sessions.lastSeenAt, idle),
  )
  return {
    sessions: await countByKey(db, { table: sessions, keyId: sessions.keyId, where: open }),
    profiles: await countByKey(db, {
      table: profileTokens,
      keyId: profileTokens.keyId,
      where: inArray(
        profileTokens.sessionId,
        db.select({ id: sessions.id }).from(sessions).where(open),
      ),
    }),
  }
}
