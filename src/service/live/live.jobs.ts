import { tehranDay } from '#src/lib/text/tehran.ts'
import type { Deps } from '../deps.ts'
import { contentsWithChanges, contentsWithGuide } from './guide.queries.ts'

/** Of the time between two runs, and of one that came late. */
const SINCE_MS = 3 * 60_000

/** Pages of channels say what is on now and today: they are out of date when a programme begins or ends, and at midnight. */
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
  const contents = await (isMidnight ? contentsWithGuide(db) : contentsWithChanges(db, since, to))
  if (contents.length > 0) await invalidate(contents.map(id => `content:${id}`))
}
