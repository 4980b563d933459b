import type { Deps } from '../../platform/deps.ts'
import { TITLE_VIEWED } from '../player/title-viewed.ts'
import { computePersonalRows, computeRowsOfProfiles } from './compute-personal-rows.ts'
import { remindOfAvailable } from './reminders.ts'

export function registerLibraryJobs(deps: Deps): void {
  // Runs by day, so that messages about films never arrive at night.
  deps.jobs.define('reminders.available', async () => void (await remindOfAvailable(deps)), {
    cron: '* 8-23 * * *',
    retries: 0,
  })
  deps.jobs.define('library.personal_rows', ({ signal }) => computePersonalRows(deps, signal), {
    cron: '17 */3 * * *',
    retries: 2,
    expireInSeconds: 3_600,
  })
  deps.jobs.define<{ profileId: string }>(
    TITLE_VIEWED,
    ({ data }) => computeRowsOfProfiles(deps, [data.profileId]),
    { retries: 1, concurrency: 4 },
  )
}
