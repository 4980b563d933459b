import { Counter } from 'prom-client'
import type { Deps } from '../../platform/deps.ts'
import { readOverdueSeconds } from './batch.ts'
import { enforceRetention } from './run.ts'
import { TASKS } from './tasks.ts'

export function registerRetention(deps: Deps): void {
  const rows = new Counter({
    name: 'pardeh_retention_rows_total',
    help: 'Rows deleted or cleared because their storage period had ended',
    labelNames: ['table', 'action'],
    registers: [deps.metrics.registry],
  })
  deps.metrics.gauge(
    'pardeh_retention_overdue_seconds',
    'Seconds since the oldest row expired; far above 3600 means that the job is falling behind',
    'table',
    () => readOverdueSeconds(deps.db, TASKS),
  )
  deps.jobs.define(
    'retention.run',
    async ({ signal }) => {
      await enforceRetention(deps, {
        signal,
        onBatch: ({ name, action }, count) => rows.inc({ table: name, action }, count),
      })
    },
    { cron: '17 * * * *', retries: 0, expireInSeconds: 600 },
  )
}
