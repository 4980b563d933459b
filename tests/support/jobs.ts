/** A job queue without a worker: tests decide when a job runs. */
import type { Job, JobData, Jobs } from '#src/service/platform/jobs/jobs.ts'

type Queued = { name: string; data: JobData; singletonKey?: string; startAfter?: Date }
export type TestJobs = Jobs & {
  queued: Queued[]
  /** Runs a scheduled job once. */
  run: (name: string, data?: JobData) => Promise<void>
  /** Runs queued jobs (all, or those with this name) and the jobs that they enqueue. Returns their number. */
  runQueued: (name?: string) => Promise<number>
}

export function testJobs(): TestJobs {
  const handlers = new Map<string, (job: Job<JobData>) => Promise<void>>()
  const queued: Queued[] = []
  let count = 0

  async function run(name: string, data: JobData = {}): Promise<void> {
    const handler = handlers.get(name)
    if (!handler) throw new Error(`job ${name} is not defined`)
    const { signal } = new AbortController()
    await handler({ id: `job-${++count}`, data, attempt: 1, signal })
  }

  return {
    queued,
    run,
    runQueued: async name => {
      let ran = 0
      for (;;) {
        const index = queued.findIndex(job => name === undefined || job.name === name)
        const [job] = index === -1 ? [] : queued.splice(index, 1)
        if (!job) return ran
        await run(job.name, job.data)
        ran++
      }
    },
    define: (name, handler) => {
      // The job's name determines the type of its data.
      handlers.set(name, handler as (job: Job<JobData>) => Promise<void>)
    },
    retire: () => undefined,
    enqueue: async (name, data = {}, { singletonKey, startAfter } = {}) => {
      const isThere = queued.some(job => job.name === name && job.singletonKey === singletonKey)
      if (singletonKey !== undefined && isThere) return null
      queued.push({ name, data, singletonKey, startAfter })
      return `job-${++count}`
    },
    start: async () => undefined,
    stop: async () => undefined,
  }
}
