import type { Deps } from '../deps.ts'
import { remindOfAvailable } from './reminders.ts'

export function registerLibraryJobs(deps: Deps): void {
  // By day: nobody is woken for a film.
  deps.jobs.define('reminders.available', async () => void (await remindOfAvailable(deps)), {
    cron: '* 8-23 * * *',
    retries: 0,
  })
}
