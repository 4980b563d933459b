import { lt } from 'drizzle-orm'
import { rateLimits } from '../db/schema/http.ts'
import type { Deps } from '../deps.ts'

export function registerSessionJobs(deps: Deps): void {
  deps.jobs.define('limits.sweep', () => sweepLimits(deps), { cron: '17 * * * *' })
}

/** Counters whose window is over, and proofs of work that nobody can use again. Limits go by the machine's clock. */
export async function sweepLimits({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}
