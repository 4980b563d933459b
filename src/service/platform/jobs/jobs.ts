// A thin layer over pg-boss. A job runs at least once: unique rows and compare-and-set make its work safe,
// never the queue.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Db, fromDrizzle, PgBoss, type Job as QueuedJob } from 'pg-boss'
import type { Log } from '../db/embedded.ts'
import type { Tx } from '../db/open.ts'
import type { RunningDatabase } from '../db/start.ts'
import { sanitizedError } from '../safe-error.ts'
import { createQueueOnce, JOBS_SCHEMA } from './queue-tables.ts'

const schedulesIn = 'Asia/Tehran'
const drainMs = 10_000
const GIVE_UP_MS = 3_000
/** An idle node asks each queue this often. Its own jobs, and the next one of a queue that has several, do not wait for it. */
const POLL_SECONDS = 5

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
  /** Seconds after which each run looks for a job of another node or for one to retry; 5 by default. */
  pollSeconds?: number
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

type Definition = { handler: (job: Job<JobData>) => Promise<void>; options: JobOptions }

/** @param onAttempt called after each attempt of a job on this node */
export async function createJobs(
  { pool }: Pick<RunningDatabase, 'pool'>,
  log: Log,
  onAttempt?: (name: string, seconds: number, isFailed: boolean) => void,
): Promise<Jobs> {
  const definitions = new Map<string, Definition>()
  /** Ids of the workers of this node by name of the queue. */
  const workers = new Map<string, string>()
  const retired = new Set<string>()
  const db: Db = { executeSql: (text, values) => pool.query(text, values) }
  const boss = new PgBoss({
    db,
    schema: JOBS_SCHEMA,
    supervise: true,
    // The job of a killed node runs again within seconds, not after a quarter of an hour as by default.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 3_600,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
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
    }
    if (await boss.getQueue(name)) await boss.updateQueue(name, queue)
    else await boss.createQueue(name, { ...queue, policy: 'exclusive' })
    if (options.cron) await boss.schedule(name, options.cron, {}, { tz: schedulesIn })
    else await boss.unschedule(name)
  }

  async function work(name: string, { handler, options }: Definition): Promise<void> {
    const settings = {
      pollingIntervalSeconds: options.pollSeconds ?? POLL_SECONDS,
      localConcurrency: options.concurrency ?? 1,
    }
    const worker = await boss.work<JobData>(name, settings, async ([job]) => {
      if (job) await attempt(name, handler, job).finally(() => wake(name))
    })
    workers.set(name, worker)
  }

  function wake(name: string): void {
    const worker = workers.get(name)
    if (worker) boss.notifyWorker(worker)
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
      if (!tx && !startAfter) wake(name)
      return id
    },
    async start() {
      await createQueueOnce(pool)
      await boss.start()
      for (const [name, definition] of definitions) await prepare(name, definition)
      for (const name of retired) await boss.unschedule(name)
      for (const [name, definition] of definitions) await work(name, definition)
    },
    stop: async (patience = drainMs) => {
      const stopped = boss.stop({ graceful: true, timeout: patience, close: false })
      // If the database does not answer, the queue cannot return its jobs: they run again after a missed heartbeat.
      await Promise.race([stopped, wait(patience + GIVE_UP_MS, undefined, { ref: false })])
    },
  }
}
