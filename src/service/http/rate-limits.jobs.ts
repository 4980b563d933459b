import { lt } from 'drizzle-orm'
import { rateLimits } from '../db/schema/http.ts'
import type { Deps } from '../deps.ts'

export function registerLimitJobs(deps: Deps): void {
  deps.jobs.define('limits.sweep', () => sweepLimits(deps), { cron: '17 * * * *' })
}

/** Deletes counters of past windows. Limits use the system clock, not `deps.now`. */
export async function sweepLimits({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}
