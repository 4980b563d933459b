/** What follows when a profile has begun a title: the library computes the rows of its home page again. */
import { PERSONAL_ROWS } from '#src/contract/limits.ts'
import type { Deps } from '../deps.ts'

/** The job; its data is `{ profileId }`. */
export const TITLE_VIEWED = 'player.title_viewed'

/** Titles that are begun within that time share one job. Playback does not depend on it: an error is logged only. */
export async function enqueueTitleViewed(deps: Deps, profileId: string): Promise<void> {
  const startAfter = new Date(deps.now().getTime() + PERSONAL_ROWS.afterSeconds * 1_000)
  await deps.jobs
    .enqueue(TITLE_VIEWED, { profileId }, { singletonKey: profileId, startAfter })
    .catch(error => deps.log.warn({ err: error }, 'rows of a profile not computed soon'))
}
