import { lt } from 'drizzle-orm'
import { searchQueries } from '../db/schema/search.ts'
import type { Deps } from '../deps.ts'

/** Recorded searches are deleted after this time. */
const RETENTION_DAYS = 90

export function registerSearchJobs(deps: Deps): void {
  deps.jobs.define('search.forget', async () => deleteOldSearches(deps), { cron: '40 4 * * *' })
}

/** Deletes old searches with their clicks. */
async function deleteOldSearches({ db, now }: Deps): Promise<void> {
  const before = new Date(now().getTime() - RETENTION_DAYS * 86_400_000)
  await db.delete(searchQueries).where(lt(searchQueries.createdAt, before))
}
