import { lt, sql } from 'drizzle-orm'
import { rateLimits } from '../db/schema/http.ts'
import type { Deps } from '../deps.ts'

export function registerLimitJobs(deps: Deps): void {
  deps.jobs.define('limits.sweep', () => sweepLimits(deps), { cron: '17 * * * *' })
}

/** Deletes counters of past windows. Limits go by the database's clock, not by `deps.now`. */
export async function sweepLimits({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, sql`extract(epoch from now()) * 1000`))
}
