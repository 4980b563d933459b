import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#src/service/platform/db/open.ts'
import { createJobs, type Jobs } from '#src/service/platform/jobs/jobs.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/silent-log.ts'

let database: TestDatabase
const running: Jobs[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map(jobs => jobs.stop()))
})
afterAll(() => database.close())

async function aNode(define: (jobs: Jobs) => void): Promise<Jobs> {
  const jobs = await createJobs(database, silentLog)
  define(jobs)
  await jobs.start()
  running.push(jobs)
  return jobs
}

describe('a job', () => {
  it('that was enqueued in a transaction runs after the commit, and not after a rollback', async () => {
    const ran: unknown[] = []
    const jobs = await aNode(one => one.define('greet', async ({ data }) => void ran.push(data)))
    const rolledBack = inTransaction(database.db, async tx => {
      await jobs.enqueue('greet', { to: 'nobody' }, { tx })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await inTransaction(database.db, tx => jobs.enqueue('greet', { to: 'someone' }, { tx }))
    await vi.waitFor(() => expect(ran).toEqual([{ to: 'someone' }]), 30_000)
  })

  it('with the same key exists once, whichever node enqueues it', async () => {
    const define = (jobs: Jobs) => jobs.define('renew', async () => {})
    const [first, second] = [await aNode(define), await aNode(define)]
    const startAfter = new Date(Date.now() + 60_000)
    const ids = await Promise.all(
      [first, second, first, second].map(jobs =>
        jobs.enqueue('renew', {}, { singletonKey: 'contract-1', startAfter }),
      ),
    )
    expect(ids.filter(Boolean)).toHaveLength(1)
  })

  it('is retried after it failed', async () => {
    const attempts: number[] = []
    const jobs = await aNode(one =>
      one.define(
        'fragile',
        async ({ attempt }) => {
          attempts.push(attempt)
          if (attempt === 1) throw new Error('once')
        },
        { retryDelaySeconds: 1 },
      ),
    )
    await jobs.enqueue('fragile')
    await vi.waitFor(() => expect(attempts).toEqual([1, 2]), 30_000)
  })

  it('is returned to the queue if its node drains before it ends', async () => {
    const started = Promise.withResolvers<void>()
    const again = Promise.withResolvers<number>()
    const draining = await createJobs(database, silentLog)
    draining.define(
      'long',
      () => {
        started.resolve()
        return new Promise(() => {})
      },
      { retryDelaySeconds: 1 },
    )
    await draining.start()
    await draining.enqueue('long')
    await started.promise
    await aNode(one =>
      one.define('long', async ({ attempt }) => again.resolve(attempt), { retryDelaySeconds: 1 }),
    )
    await draining.stop(1_000)
    expect(await again.promise).toBe(2)
  }, 180_000)

  it('with a schedule runs in Tehran time', async () => {
    await aNode(one => one.define('sweep', async () => {}, { cron: '*/5 * * * *' }))
    const { rows } = await database.db.execute(
      sql`select cron, timezone from jobs.schedule where name = 'sweep'`,
    )
    expect(rows).toEqual([{ cron: '*/5 * * * *', timezone: 'Asia/Tehran' }])
  })
})

describe('the tables of the queue', () => {
  it('are created once by nodes that start at once on a new database', async () => {
    for (let round = 0; round < 5; round++) {
      await database.db.execute(sql`drop schema if exists jobs cascade`)
      const nodes = Array.from({ length: 8 }, () => aNode(one => one.define('any', async () => {})))
      expect((await Promise.allSettled(nodes)).filter(each => each.status === 'rejected')).toEqual(
        [],
      )
      await Promise.all(running.splice(0).map(jobs => jobs.stop()))
    }
  })
})
