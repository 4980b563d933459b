import { lt } from 'drizzle-orm'
import { searchQueries } from '../db/schema/pages.ts'
import type { Deps } from '../deps.ts'

/** What people searched for is kept for as long as it helps to make search better. */
const KEEP_DAYS = 90

export function registerSearchJobs(deps: Deps): void {
  deps.jobs.define('search.forget', async () => forgetSearches(deps), { cron: '40 4 * * *' })
}

/** Old searches go, and their clicks with them. */
async function forgetSearches({ db, now }: Deps): Promise<void> {
  const before = new Date(now().getTime() - KEEP_DAYS * 86_400_000)
  await db.delete(searchQueries).where(lt(searchQueries.createdAt, before))
}
