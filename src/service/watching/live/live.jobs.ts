import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { tehranDay } from '#src/lib/text/tehran.ts'
import type { Deps } from '../../platform/deps.ts'
import { listTitlesWithGuide, listTitlesWithProgramChanges } from './guide.queries.ts'

/** Covers the time between two runs, including a delayed run. */
const SINCE_MS = 3 * MINUTE_MS

/**
 * Registers the jobs. Pages of channels show current programmes, so they become outdated when a programme begins or
 * ends, and at midnight.
 */
export function registerLiveJobs(deps: Deps): void {
  deps.jobs.define('live.now', () => invalidateGuides(deps), { cron: '* * * * *', retries: 0 })
}

export async function invalidateGuides({
  db,
  now,
  invalidate,
}: Pick<Deps, 'db' | 'now' | 'invalidate'>) {
  const [since, to] = [new Date(now().getTime() - SINCE_MS), now()]
  const isMidnight = tehranDay(since) !== tehranDay(to)
  const contents = await (isMidnight
    ? listTitlesWithGuide(db)
    : listTitlesWithProgramChanges(db, since, to))
  if (contents.length > 0) await invalidate(contents.map(id => `content:${id}`))
}
