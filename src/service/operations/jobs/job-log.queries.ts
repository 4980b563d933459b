/** Reads the state of jobs for operators. The tables belong to pg-boss and exist once a node has run. */
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'

export type JobKind = {
  name: string
  /** Schedule in Tehran time; null for jobs that other code enqueues. */
  cron: string | null
  waiting: number
  running: number
  /** Number of jobs that failed within a day; ended jobs are deleted after that. */
  failed: number
  lastEndedAt: Date | null
}
export type FailedJob = {
  id: string
  name: string
  attempts: number
  failedAt: Date
  /** Input of the job: ids. */
  data: Record<string, unknown>
  /** Error of the last attempt, in the form of src/service/platform/safe-error.ts. */
  error: string
}

async function hasQueue(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select to_regclass('jobs.job') is not null as found`,
  )
  return rows[0]?.found ?? false
}

export async function listJobKinds(db: Queryable): Promise<JobKind[]> {
  if (!(await hasQueue(db))) return []
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select q.name, min(s.cron) as cron,
      count(*) filter (where j.state in ('created', 'retry'))::int as waiting,
      count(*) filter (where j.state = 'active')::int as running,
      count(*) filter (where j.state = 'failed')::int as failed,
      max(j.completed_on) as ended
    from jobs.queue q
    left join jobs.job j on j.name = q.name
    left join jobs.schedule s on s.name = q.name
    where q.name not like '\\_\\_pgboss%'
    group by q.name order by q.name`)
  return rows.map(row => ({
    name: String(row.name),
    cron: row.cron === null ? null : String(row.cron),
    waiting: Number(row.waiting),
    running: Number(row.running),
    failed: Number(row.failed),
    lastEndedAt: row.ended === null ? null : new Date(String(row.ended)),
  }))
}

/** Returns jobs that failed for good, newest first. A failed attempt that will be repeated is not included. */
export async function listFailedJobs(
  db: Queryable,
  name: string | null = null,
): Promise<FailedJob[]> {
  if (!(await hasQueue(db))) return []
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select id, name, retry_count, completed_on, data, output from jobs.job
    where state = 'failed' and (${name}::text is null or name = ${name})
    order by completed_on desc, id`)
  return rows.map(row => ({
    id: String(row.id),
    name: String(row.name),
    attempts: Number(row.retry_count) + 1,
    failedAt: new Date(String(row.completed_on)),
    data: (row.data ?? {}) as Record<string, unknown>,
    error: errorOf(row.output),
  }))
}

function errorOf(output: unknown): string {
  const { name = 'Error', message, value } = Object(output) as Record<string, unknown>
  const told = message ?? (Object(value) as { message?: unknown }).message
  return told ? `${String(name)}: ${String(told)}` : JSON.stringify(output)
}

/**
 * Makes failed jobs due now, with one more attempt each. A job is left out if another one with its name and key is waiting or running,
 * because that one does the work. Returns the ids of the jobs that are now due.
 */
export async function retryFailedJobs(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0 || !(await hasQueue(db))) return []
  const given = sql.join(
    ids.map(id => sql`${id}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ id: string }>(sql`
    with newest as (
      select distinct on (name, coalesce(singleton_key, '')) id, name from jobs.job j
      where state = 'failed' and id::text in (${given})
        and not exists (select from jobs.job other where other.name = j.name and other.state <= 'active'
          and coalesce(other.singleton_key, '') = coalesce(j.singleton_key, ''))
      order by name, coalesce(singleton_key, ''), completed_on desc, id
    )
    update jobs.job j
    set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now(),
      keep_until = greatest(keep_until, now() + interval '1 day')
    from newest where j.name = newest.name and j.id = newest.id and j.state = 'failed'
    returning j.id`)
  return rows.map(({ id }) => id)
}
