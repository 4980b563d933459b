/** Reports the queue in /metrics by the names of jobs; the label `job` is reserved by Prometheus. All gauges share one query. */
import { sql } from 'drizzle-orm'
import type { Deps } from '../../platform/deps.ts'

type Row = { name: string; waiting: number; failed: number; oldest: number }

export function registerJobGauges({ db, metrics }: Deps): void {
  let running: Promise<Row[]> | null = null
  const rows = () => {
    running ??= queueState(db).finally(() => {
      running = null
    })
    return running
  }
  const gauge = (name: string, help: string, pick: (row: Row) => number) =>
    metrics.gauge(name, help, 'job_name', async () =>
      Object.fromEntries((await rows()).map(row => [row.name, pick(row)])),
    )
  gauge('pardeh_jobs_waiting', 'Jobs that are due and waiting', row => row.waiting)
  gauge('pardeh_jobs_failed', 'Jobs that failed for good within a day', row => row.failed)
  gauge(
    'pardeh_jobs_oldest_waiting_seconds',
    'Longest time for which a job has been due',
    row => row.oldest,
  )
}

/** Returns every queue, also those without a job; times are in seconds. */
async function queueState(db: Deps['db']): Promise<Row[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select q.name,
      count(*) filter (where j.state in ('created', 'retry') and j.start_after <= now()) as waiting,
      count(*) filter (where j.state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(j.start_after)
        filter (where j.state in ('created', 'retry') and j.start_after <= now())), 0) as oldest
    from jobs.queue q left join jobs.job j on j.name = q.name
    where q.name not like '\\_\\_pgboss%'
    group by q.name`)
  return rows.map(({ name, waiting, failed, oldest }) => ({
    name: String(name),
    waiting: Number(waiting),
    failed: Number(failed),
    oldest: Number(oldest),
  }))
}
