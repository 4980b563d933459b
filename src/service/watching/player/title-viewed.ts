/** Follow-up when a profile has started a title: the rows of its home page are computed again. */
import { PERSONAL_ROWS } from '#src/contract/limits.ts'
import type { Deps } from '../../platform/deps.ts'

/** Name of the job; its data is `{ profileId }`. */
export const TITLE_VIEWED = 'player.title_viewed'

/**
 * Enqueues the job; titles started within that time share one. Playback does not depend on it, so an error is only
 * logged.
 */
export async function enqueueTitleViewed(deps: Deps, profileId: string): Promise<void> {
  const startAfter = new Date(deps.now().getTime() + PERSONAL_ROWS.afterSeconds * 1_000)
  await deps.jobs
    .enqueue(TITLE_VIEWED, { profileId }, { singletonKey: profileId, startAfter })
    .catch(error => deps.log.warn({ err: error }, 'rows of a profile could not be enqueued'))
}
