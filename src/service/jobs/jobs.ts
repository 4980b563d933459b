// A thin port over pg-boss. A job runs at least once: what it does is made safe by unique rows and
// compare-and-set, never by the queue.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Db, fromDrizzle, PgBoss, type Job as QueuedJob } from 'pg-boss'
import type { Log } from '../db/embedded.ts'
import type { Tx } from '../db/open.ts'
import type { RunningDatabase } from '../db/start.ts'
import { sanitizedError } from '../safe-error.ts'
import { createQueueOnce, JOBS_SCHEMA } from './queue-tables.ts'

const schedulesIn = 'Asia/Tehran'
const drainMs = 10_000
const GIVE_UP_MS = 3_000

export type JobData = Record<string, unknown>
export type Job<Data extends JobData> = {
  id: string
  data: Data
  attempt: number
  signal: AbortSignal
}
export type JobOptions = {
  /** When it runs by itself, in Tehran's time. */
  cron?: string
  /** How often it is tried again after a failure, a crash or a drain. */
  retries?: number
  retryDelaySeconds?: number
  /** After this it counts as lost and is tried again. */
  expireInSeconds?: number
  /** How many run at once on this node. */
  concurrency?: number
}
export type EnqueueOptions = {
  /** The caller's transaction: rolled back, the job was never there. */
  tx?: Tx
  /** One job of that name and key waits or runs at a time. */
  singletonKey?: string
  startAfter?: Date
}

export type Jobs = {
  define<Data extends JobData>(
    name: string,
    handler: (job: Job<Data>) => Promise<void>,
    options?: JobOptions,
  ): void
  /** Ends the schedule of a job that only nodes of a former version know. */
  retire(name: string): void
  /** The id of the job, or null when one with the same singletonKey is there already. */
  enqueue(name: string, data?: JobData, options?: EnqueueOptions): Promise<string | null>
  start(): Promise<void>
  /** Lets running jobs end for that long (1,000 ms at least), then hands them back to be run elsewhere. */
  stop(patience?: number): Promise<void>
}

type Definition = { handler: (job: Job<JobData>) => Promise<void>; options: JobOptions }

/** @param onAttempt hears of every attempt of a job on this node */
export async function createJobs(
  { pool }: Pick<RunningDatabase, 'pool'>,
  log: Log,
  onAttempt?: (name: string, seconds: number, isFailed: boolean) => void,
): Promise<Jobs> {
  const definitions = new Map<string, Definition>()
  const retired = new Set<string>()
  const db: Db = { executeSql: (text, values) => pool.query(text, values) }
  const boss = new PgBoss({
    db,
    schema: JOBS_SCHEMA,
    supervise: true,
    // A killed node's job runs again within seconds, not after the quarter of an hour of the defaults.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 3_600,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
  })
  boss.on('error', error => log.error({ err: error }, 'job queue'))

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
      pollingIntervalSeconds: 1,
      localConcurrency: options.concurrency ?? 1,
    }
    await boss.work<JobData>(name, settings, async ([job]) => {
      if (job) await attempt(name, handler, job)
    })
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
      // The queue keeps it in its table.
      throw sanitizedError(error)
    }
  }

  return {
    define(name, handler, options = {}) {
      // The queue gives back what `enqueue` was given; the name stands for its shape.
      definitions.set(name, { handler: handler as Definition['handler'], options })
    },
    retire(name) {
      retired.add(name)
    },
    enqueue(name, data = {}, { tx, singletonKey, startAfter } = {}) {
      return boss.send(name, data, {
        ...(tx && { db: fromDrizzle(tx, sql) }),
        ...(startAfter && { startAfter }),
        singletonKey: singletonKey ?? crypto.randomUUID(),
      })
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
      // A database that does not answer keeps the queue from handing back its jobs: they run again when their heartbeat is missed.
      await Promise.race([stopped, wait(patience + GIVE_UP_MS, undefined, { ref: false })])
    },
  }
}
