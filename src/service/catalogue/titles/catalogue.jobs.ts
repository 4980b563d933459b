import type { Deps } from '../../platform/deps.ts'
import { emitPublishedTitles } from './published-titles.ts'
import { applySchedule } from './schedule.ts'

export function registerCatalogueJobs(deps: Deps): void {
  deps.jobs.define(
    'catalogue.schedule',
    async () => {
      await applySchedule(deps)
      await emitPublishedTitles(deps)
    },
    { cron: '* * * * *', retries: 0 },
  )
}
