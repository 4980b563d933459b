import type { Deps } from '../deps.ts'
import { contentsWithStarts } from './guide.queries.ts'

/** Of the time between two runs, and of one that came late. */
const SINCE_MS = 3 * 60_000

/** Pages of channels say what is on now: they are out of date when a programme begins. */
export function registerLiveJobs(deps: Deps): void {
  deps.jobs.define('live.now', () => invalidateStarted(deps), { cron: '* * * * *', retries: 0 })
}

export async function invalidateStarted(deps: Pick<Deps, 'db' | 'now' | 'invalidate'>) {
  const now = deps.now()
  const started = await contentsWithStarts(deps.db, new Date(now.getTime() - SINCE_MS), now)
  if (started.length > 0) await deps.invalidate(started.map(id => `content:${id}`))
}
