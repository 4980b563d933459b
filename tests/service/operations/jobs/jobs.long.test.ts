import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openListener } from '#src/service/platform/db/listen.ts'
import { inTransaction } from '#src/service/platform/db/open.ts'
import { createJobs, type Jobs, type JobsOptions } from '#src/service/platform/jobs/jobs.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { statementsOf } from '#tests/support/statements.ts'

const WAIT = { timeout: 30_000 }

let database: TestDatabase
const running: Jobs[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map(jobs => jobs.stop()))
})
afterAll(() => database.close())

async function aNode(
  define: (jobs: Jobs) => void,
  options: Partial<JobsOptions> = {},
): Promise<Jobs> {
  const jobs = await createJobs(database, { log: silentLog, ...options })
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
    const draining = await createJobs(database, { log: silentLog })
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

describe('a job of another node', () => {
  const HOUR = 3_600
  const aListener = async () => {
    const listener = await openListener(database.url, silentLog)
    onTestFinished(listener.stop)
    return listener
  }

  it('begins by its notification, also from a transaction, while no worker asks for it', async () => {
    const ran: unknown[] = []
    const define = (jobs: Jobs) => jobs.define('told', async ({ data }) => void ran.push(data))
    await aNode(define, { listener: await aListener(), dueSeconds: HOUR })
    const another = await createJobs(database, { log: silentLog })
    await another.enqueue('told', { of: 1 })
    await expect.poll(() => ran, WAIT).toEqual([{ of: 1 }])
    await inTransaction(database.db, async tx => {
      await another.enqueue('told', { of: 2 }, { tx })
      await another.enqueue('told', { of: 3 }, { tx })
    })
    // Both notifications of the transaction are one.
    await expect.poll(() => ran, WAIT).toEqual([{ of: 1 }, { of: 2 }, { of: 3 }])
  })

  it('begins once the connection listens again, if its notification was lost', async () => {
    const ran: unknown[] = []
    const define = (jobs: Jobs) => jobs.define('missed', async ({ data }) => void ran.push(data))
    await aNode(define, { listener: await aListener(), dueSeconds: HOUR })
    const another = await createJobs(database, { log: silentLog })
    await inTransaction(database.db, async tx => {
      await another.enqueue('missed', { of: 1 }, { tx })
      await tx.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'pardeh listen' and datname = current_database()`)
    })
    await expect.poll(() => ran, WAIT).toEqual([{ of: 1 }])
  })

  it('is found without any notification', async () => {
    const ran: unknown[] = []
    await aNode(jobs => jobs.define('found', async ({ data }) => void ran.push(data)))
    const another = await createJobs(database, { log: silentLog })
    await another.enqueue('found', { of: 1 })
    await expect.poll(() => ran, WAIT).toEqual([{ of: 1 }])
  })

  it('begins on all runs of a node at once', async () => {
    let running = 0
    const four = Promise.withResolvers<void>()
    const define = (jobs: Jobs) =>
      jobs.define(
        'many',
        async () => {
          if (++running === 4) four.resolve()
          await four.promise
        },
        { concurrency: 4 },
      )
    await aNode(define, { listener: await aListener(), dueSeconds: HOUR })
    const another = await createJobs(database, { log: silentLog })
    await inTransaction(database.db, async tx => {
      for (let of = 0; of < 4; of++) await another.enqueue('many', { of }, { tx })
    })
    await four.promise
  }, 60_000)

  it('runs again if that node was killed', async () => {
    const attempts: number[] = []
    const define = (jobs: Jobs) =>
      jobs.define('orphan', async ({ attempt }) => void attempts.push(attempt), {
        retryDelaySeconds: 1,
      })
    await aNode(define, { listener: await aListener() })
    // A killed node leaves a job behind that is active and has no more heartbeats.
    await database.db.execute(sql`insert into jobs.job (name, state, policy, singleton_key, started_on,
        heartbeat_on, heartbeat_seconds, expire_seconds, retry_limit, retry_delay, retry_count)
      values ('orphan', 'active', 'exclusive', 'key', now() - interval '1 minute',
        now() - interval '1 minute', 10, 120, 5, 1, 0)`)
    await expect.poll(() => attempts, WAIT).toEqual([2])
  })
})

describe('an idle node', () => {
  it('sends few statements: they do not grow with the number of its queues', async () => {
    const define = (jobs: Jobs) => {
      for (let queue = 0; queue < 30; queue++)
        jobs.define(`idle-${queue}`, async () => {}, { concurrency: 2 })
    }
    const listener = await openListener(database.url, silentLog)
    onTestFinished(listener.stop)
    await aNode(define, { listener })
    const asks = (texts: string[]) => texts.filter(text => text.includes('"isDue"')).length
    // The first statements of the workers have ended once this node asks for due jobs.
    await vi.waitFor(async () => expect(asks(await statementsOf(() => wait(1_000)))).toBe(1), WAIT)
    const sent = await statementsOf(() => wait(21_000))
    expect(sent.filter(text => /FOR UPDATE OF j SKIP LOCKED/.test(text))).toEqual([])
    expect(asks(sent)).toBeGreaterThan(0)
    const others = sent.filter(text => !text.includes('pg_listening_channels'))
    expect(others.length).toBeLessThan(21)
  }, 120_000)
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
