import type { Deps } from '../deps.ts'
import { applySchedule } from './schedule.ts'

export function registerCatalogueJobs(deps: Deps): void {
  deps.jobs.define('catalogue.schedule', async () => void (await applySchedule(deps)), {
    cron: '* * * * *',
    retries: 0,
  })
}
