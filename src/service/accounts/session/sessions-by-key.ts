import { and, gt, inArray, isNull } from 'drizzle-orm'
import { SESSION } from '#src/contract/limits.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { countByKey, type RowsByKey } from '../../platform/db/count-by-key.ts'
import { profileTokens, sessions } from '../../platform/db/schema/session.ts'
import type { Deps } from '../../platform/deps.ts'

/** Counts active sessions, and the profiles chosen in them, by the SECRET that they use. */
export async function countSessionsByKey({
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
