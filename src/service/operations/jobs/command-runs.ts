/** Stores the progress of long commands. They run in processes of their own, and the nodes report these rows in /metrics. */
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/open.ts'
import { commandRuns } from '../../platform/db/schema/command-runs.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { onStopSignal } from '../../platform/stop-signals.ts'

const COMMANDS = ['import', 'ingest'] as const
const WRITE_MS = 5_000
/** A run without progress for this many hours was probably killed. */
const LOST_HOURS = 6

type Run = {
  command: (typeof COMMANDS)[number]
  /** The subject of the run. A new run with the same task replaces one that was killed. */
  task: string
  isDryRun: boolean
}
/** Takes the progress. `total` has the unit of `done`; 0 means unknown. */
export type Report = (done: number, total: number) => void
type RunDeps = Pick<Deps, 'db' | 'log'>

/** Runs `work` and stores its progress. The work continues if its progress cannot be written. */
export async function withRun<T>(
  { db, log }: RunDeps,
  { command, task, isDryRun }: Run,
  work: (report: Report) => Promise<T>,
): Promise<T> {
  if (isDryRun) return work(() => undefined)
  const runId = newId()
  const warn = (error: unknown) => log.warn({ err: error }, 'the progress was not written')
  const started = { command, task, runId, startedAt: sql`now()`, progressAt: sql`now()` }
  const fresh = { ...started, done: 0, total: 0, endedAt: null, outcome: null }
  await db
    .insert(commandRuns)
    .values(fresh)
    .onConflictDoUpdate({ target: [commandRuns.command, commandRuns.task], set: fresh })
    .catch(warn)
  let writing: Promise<unknown> = Promise.resolve()
  const write = (values: Values) => {
    writing = writing
      .then(() => db.update(commandRuns).set(values).where(eq(commandRuns.runId, runId)))
      .catch(warn)
    return writing
  }
  const progress = throttled(write)
  const end = async (outcome: 'done' | 'failed') => {
    await write({ ...progress.last(), endedAt: sql`now()`, outcome })
    return undefined
  }
  const forget = onStopSignal(() => end('failed'))
  try {
    const result = await work(progress.report)
    await end('done')
    return result
  } catch (error) {
    await end('failed')
    throw error
  } finally {
    forget()
  }
}

type Values = Parameters<ReturnType<Database['update']>['set']>[0]

function throttled(write: (values: Values) => void) {
  let last = { done: 0, total: 0 }
  let written = { done: 0, at: performance.now() }
  return {
    last: () => last,
    report: (done: number, total: number) => {
      last = { done, total }
      if (done <= written.done || performance.now() - written.at < WRITE_MS) return
      written = { done, at: performance.now() }
      write({ ...last, progressAt: sql`now()` })
    },
  }
}

type State = { running: number; done: number; total: number; idle: number; failed: number }

/** Returns the state of every command, also of those that never ran. `idle` is in seconds. */
export async function commandStates(db: Database): Promise<Record<string, State>> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    with runs as (
      select *, ended_at is null and not is_lost as is_running,
        row_number() over (partition by command order by started_at desc) as age
      from (select *, progress_at < now() - make_interval(hours => ${LOST_HOURS}) as is_lost
        from command_runs) as each
    )
    select command,
      count(*) filter (where is_running) as running,
      coalesce(sum(done) filter (where is_running), max(done) filter (where age = 1)) as done,
      coalesce(sum(total) filter (where is_running), max(total) filter (where age = 1)) as total,
      coalesce(extract(epoch from now() - min(progress_at) filter (where is_running)), 0) as idle,
      count(*) filter (where (outcome = 'failed' or ended_at is null and is_lost)
        and coalesce(ended_at, progress_at) > now() - interval '1 day') as failed
    from runs group by command`)
  const none = { running: 0, done: 0, total: 0, idle: 0, failed: 0 }
  return Object.fromEntries(
    COMMANDS.map(command => {
      const row: Record<string, unknown> = rows.find(found => found.command === command) ?? none
      const { running, done, total, idle, failed } = row
      const numbers = { running, done, total, idle, failed }
      return [
        command,
        Object.fromEntries(
          Object.entries(numbers).map(([name, value]) => [name, Number(value)]),
        ) as State,
      ]
    }),
  )
}
