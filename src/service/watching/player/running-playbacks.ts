/**
 * Checks that the playback of a link is still running. Links of the site end with their playback, after a sign-out, on a removed device,
 * or if the stream was stopped from another device, although their signature is valid for some minutes more.
 */
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { PLAYBACK } from '#src/contract/limits.ts'
import { tokenHashes } from '../../accounts/session/tokens.ts'
import type { RunningPlaybacks, ViewerRequest } from '../../platform/adapters/media/stream-token.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import { playbackLeases as leases } from '../../platform/db/schema/player.ts'
import { sessions } from '../../platform/db/schema/session.ts'
import type { Deps } from '../../platform/deps.ts'

type Asked = { hashes: string[]; stream: string }

const MAX_VIEWERS = 50_000

export function createRunningPlaybacks(deps: Deps): RunningPlaybacks {
  // While the database cannot be reached, running playbacks continue until their links expire, and no others start.
  const running = new LRUCache<string, true, Asked>({
    // A number of entries instead would reserve memory for all of them at once.
    maxSize: MAX_VIEWERS,
    sizeCalculation: () => 1,
    ttl: PLAYBACK.linkCheckSeconds * 1_000,
    perf: { now: () => deps.now().getTime() },
    allowStaleOnFetchRejection: true,
    fetchMethod: async (_key, _stale, { context }) => (await isRunning(deps, context)) || undefined,
  })
  return {
    async admits({ bearer, stream }: ViewerRequest) {
      const hashes = tokenHashes(deps, bearer)
      const key = `${hashes[0]} ${stream}`
      const isAdmitted = await running.fetch(key, { context: { hashes, stream } })
      if (!isAdmitted) running.delete(key)
      return isAdmitted === true
    },
  }
}

/** True if this session has a lease for a title of the stream. */
async function isRunning({ db, now }: Deps, { hashes, stream }: Asked): Promise<boolean> {
  const at = now()
  const graceMs = PLAYBACK.linkGraceSeconds * 1_000
  const rows = await db
    .select({ id: leases.id })
    .from(sessions)
    .innerJoin(leases, eq(leases.sessionId, sessions.id))
    .innerJoin(
      videoFiles,
      and(
        eq(videoFiles.contentId, leases.contentId),
        eq(videoFiles.stream, stream),
        eq(videoFiles.kind, 'primary'),
      ),
    )
    .where(
      and(
        inArray(sessions.tokenHash, hashes),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, at),
        gt(leases.expiresAt, new Date(at.getTime() - graceMs)),
      ),
    )
    .limit(1)
  return rows.length > 0
}
