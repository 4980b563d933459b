import type { Deps } from '../deps.ts'
import { eraseLateRows } from './erase.ts'

export function registerPeopleJobs(deps: Deps): void {
  deps.jobs.define('people.erase', async () => void (await eraseLateRows(deps)), {
    cron: '41 * * * *',
    retries: 0,
  })
}
