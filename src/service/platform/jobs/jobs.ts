// A thin layer over pg-boss. A job runs at least once: unique rows and compare-and-set make its work safe,
// never the queue.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Db, fromDrizzle, PgBoss, type Job as QueuedJob } from 'pg-boss'
import type { Log } from '../db/embedded.ts'
import type { Listener } from '../db/listen.ts'
import type { Tx } from '../db/open.ts'
import type { RunningDatabase } from '../db/start.ts'
import { sanitizedError } from '../safe-error.ts'
import { createQueueOnce, JOBS_SCHEMA } from './queue-tables.ts'

const schedulesIn = 'Asia/Tehran'
const drainMs = 10_000
const GIVE_UP_MS = 3_000
/**
 * A node asks this often, in one statement for all queues, for what no notification reports: jobs to retry, jobs of a later time, jobs
 * of killed nodes, and those whose notification was lost.
 */
const DUE_SECONDS = 5
/** Share by which the time between two such questions varies, so that nodes do not ask at once. */
const JITTER = 0.2
/** A worker asks its queue on its own this often. */
const FALLBACK_SECONDS = 600
/** The queue of pg-boss through which scheduled jobs pass. */
const SCHEDULED = '__pgboss__send-it'

export type JobData = Record<string, unknown>
export type Job<Data extends JobData> = {
  id: string
  data: Data
  attempt: number
  signal: AbortSignal
}
type JobOptions = {
  /** Schedule in Tehran's time. */
  cron?: string
  /** Maximum number of retries after a failure, a crash or a drain. */
  retries?: number
  retryDelaySeconds?: number
  /** Seconds after which a job counts as lost and is retried. */
  expireInSeconds?: number
  /** Maximum number of simultaneous runs on this node. */
  concurrency?: number
  /** Seconds after which this node looks for jobs to retry, of all queues; 5 by default. */
  pollSeconds?: number
}
export type JobsOptions = {
  log: Log
  /** Called after each attempt of a job on this node. */
  onAttempt?: (name: string, seconds: number, isFailed: boolean) => void
  /** Reports jobs of other nodes at once; without it they are found by asking. */
  listener?: Listener
  /** Seconds between two questions for jobs that no notification reports. */
  dueSeconds?: number
}
type EnqueueOptions = {
  /** The caller's transaction: if it is rolled back, the job does not exist. */
  tx?: Tx
  /** Of the jobs with this name and key, at most one waits or runs. */
  singletonKey?: string
  startAfter?: Date
}

export type Jobs = {
  define<Data extends JobData>(
    name: string,
    handler: (job: Job<Data>) => Promise<void>,
    options?: JobOptions,
  ): void
  /** Removes the schedule of a job that only nodes of an older version know. */
  retire(name: string): void
  /** Returns the id of the job; null if one with the same singletonKey exists. */
  enqueue(name: string, data?: JobData, options?: EnqueueOptions): Promise<string | null>
  start(): Promise<void>
  /** Waits up to `patience` ms (at least 1,000) for running jobs, then returns them to the queue for other nodes. */
  stop(patience?: number): Promise<void>
}

/** Returns a real error for the copy that pg-boss emits with the name of the queue, so that the log knows the fault of an outage. */
function toError(emitted: Error): Error {
  if (emitted instanceof Error) return emitted
  const { message } = emitted as { message?: unknown }
  return Object.assign(new pg.DatabaseError(String(message), 0, 'error'), emitted)
}

/** The index of pg-boss on unfinished jobs of exclusive queues serves it, so that finished jobs do not count. */
const FIND_DUE = `select name, bool_or(state = 'active') as "isLost", bool_or(state < 'active') as "isDue"
  from ${JOBS_SCHEMA}.job
  where state <= 'active' and policy = 'exclusive' and name = any($1)
    and case when state < 'active' then start_after <= now() and not blocked
      else coalesce(heartbeat_on + heartbeat_seconds * interval '1 second' < now(), false)
        or started_on + expire_seconds * interval '1 second' < now() end
  group by name`

type Definition = { handler: (job: Job<JobData>) => Promise<void>; options: JobOptions }

export async function createJobs(
  { pool }: Pick<RunningDatabase, 'pool'>,
  { log, onAttempt, listener, dueSeconds = DUE_SECONDS }: JobsOptions,
): Promise<Jobs> {
  const definitions = new Map<string, Definition>()
  /** Ids of the workers of this node by name of the queue. */
  const workers = new Map<string, string[]>()
  const retired = new Set<string>()
  const stopping = new AbortController()
  const db: Db = {
    executeSql: (text, values) => pool.query(text, values),
    ...(listener && {
      listen: async (channel, onMessage, onResume) => ({
        close: await listener.subscribe({ channel, onMessage, onResume }),
      }),
    }),
  }
  const boss = new PgBoss({
    db,
    schema: JOBS_SCHEMA,
    useListenNotify: listener !== undefined,
    supervise: true,
    superviseIntervalSeconds: 60,
    // The job of a killed node runs again within seconds, because `askForDue` supervises its queue then.
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 3_600,
    cronMonitorIntervalSeconds: 20,
    cronWorkerIntervalSeconds: listener ? 45 : 5,
    // No job of ours waits for others.
    flowIntervalSeconds: 86_400,
  })
  boss.on('error', error => log.error({ err: toError(error) }, 'job queue'))

  async function prepare(name: string, { options }: Definition): Promise<void> {
    const queue = {
      retryLimit: options.retries ?? 5,
      retryDelay: options.retryDelaySeconds ?? 5,
      retryBackoff: true,
      retryDelayMax: 900,
      expireInSeconds: options.expireInSeconds ?? 120,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 86_400,
      notify: true,
    }
    if (await boss.getQueue(name)) await boss.updateQueue(name, queue)
    else await boss.createQueue(name, { ...queue, policy: 'exclusive' })
    if (options.cron) await boss.schedule(name, options.cron, {}, { tz: schedulesIn })
    else await boss.unschedule(name)
  }

  async function work(name: string, { handler, options }: Definition): Promise<void> {
    const settings = {
      pollingIntervalSeconds: FALLBACK_SECONDS,
      notifyPollingIntervalSeconds: FALLBACK_SECONDS,
    }
    const ids: string[] = []
    workers.set(name, ids)
    for (let count = 0; count < (options.concurrency ?? 1); count++) {
      const id: string = await boss.work<JobData>(name, settings, async ([job]) => {
        if (!job) return
        // The schedule has one job at a time; another queue may have more.
        const next = () => options.cron === undefined && boss.notifyWorker(id)
        await attempt(name, handler, job).finally(next)
      })
      ids.push(id)
    }
  }

  function wake(name: string): void {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }

  /** Wakes the workers of queues with due jobs, and has pg-boss return the jobs of killed nodes. */
  async function askForDue(): Promise<void> {
    const { rows } = await pool.query<{ name: string; isLost: boolean; isDue: boolean }>(FIND_DUE, [
      [...definitions.keys()],
    ])
    if (rows.some(({ isLost }) => isLost)) await boss.supervise()
    for (const { name, isDue } of rows) if (isDue) wake(name)
  }

  async function askUntilStopped(): Promise<void> {
    const polls = [...definitions.values()].map(({ options }) => options.pollSeconds ?? dueSeconds)
    const seconds = Math.min(dueSeconds, ...polls)
    const { signal } = stopping
    while (!signal.aborted) {
      const ms = seconds * 1_000 * (1 + JITTER * (Math.random() - 0.5))
      await wait(ms, undefined, { ref: false, signal }).catch(() => undefined)
      if (!signal.aborted)
        await askForDue().catch(error => log.error({ err: toError(error) }, 'job queue'))
    }
  }

  async function attempt(
    name: string,
    handler: Definition['handler'],
    { id, data, retryCount, signal }: QueuedJob<JobData>,
  ): Promise<void> {
    const start = performance.now()
    const measure = (isFailed: boolean) =>
      onAttempt?.(name, (performance.now() - start) / 1_000, isFailed)
    try {
      await handler({ id, data: data ?? {}, attempt: retryCount + 1, signal })
      measure(false)
    } catch (error) {
      measure(true)
      log.error({ err: error, job: name, id, attempt: retryCount + 1 }, 'a job failed')
      // The queue stores the error in its table.
      throw sanitizedError(error)
    }
  }

  return {
    define(name, handler, options = {}) {
      // The queue returns the data that `enqueue` got; the name implies its type.
      definitions.set(name, { handler: handler as Definition['handler'], options })
    },
    retire(name) {
      retired.add(name)
    },
    async enqueue(name, data = {}, { tx, singletonKey, startAfter } = {}) {
      const id = await boss.send(name, data, {
        ...(tx && { db: fromDrizzle(tx, sql) }),
        ...(startAfter && { startAfter }),
        singletonKey: singletonKey ?? crypto.randomUUID(),
      })
      // The notification of a transaction, and of other nodes' jobs, comes over the database.
      if (!tx && !startAfter) wake(name)
      return id
    },
    async start() {
      await createQueueOnce(pool)
      await boss.start()
      for (const [name, definition] of definitions) await prepare(name, definition)
      for (const name of retired) await boss.unschedule(name)
      await boss.updateQueue(SCHEDULED, { notify: true })
      for (const [name, definition] of definitions) await work(name, definition)
      void askUntilStopped()
    },
    stop: async (patience = drainMs) => {
      stopping.abort()
      const stopped = boss.stop({ graceful: true, timeout: patience, close: false })
      // If the database does not answer, the queue cannot return its jobs: they run again after a missed heartbeat.
      await Promise.race([stopped, wait(patience + GIVE_UP_MS, undefined, { ref: false })])
    },
  }
}
