import { inArray } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { playbackLeases } from '../../platform/db/schema/player.ts'

/** Ends the playbacks of ended sessions, in the caller's transaction. */
export async function endLeasesOfSessions(db: Queryable, sessionIds: string[]): Promise<void> {
  await db.delete(playbackLeases).where(inArray(playbackLeases.sessionId, sessionIds))
}
