import { getTableName, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { countExpiredRows } from '#src/service/operations/retention/batch.ts'
import { QUEUE } from '#src/service/operations/retention/queue-tables.ts'
import { registerRetention } from '#src/service/operations/retention/retention.jobs.ts'
import { enforceRetention } from '#src/service/operations/retention/run.ts'
import { TASKS, type Task } from '#src/service/operations/retention/tasks.ts'
import type { Expiry } from '#src/service/platform/db/retention.ts'
import { createJobs } from '#src/service/platform/jobs/jobs.ts'
import { sharedDatabase } from '#tests/support/database.ts'
import { EXPIRED_ROWS } from '#tests/support/expired-rows.ts'
import { aPayment } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const MINUTE = 60_000
let service: TestService
const database = () => service.deps
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
afterEach(async () => {
  const tables = [
    ...TASKS.map(({ table }) => getTableName(table)),
    'transactions',
    'users',
    'contents',
  ]
  for (const name of new Set(tables))
    await service.deps.db.execute(sql`delete from ${sql.identifier(name)}`)
})

const run = (options: Parameters<typeof enforceRetention>[1] = {}) =>
  enforceRetention(database(), { pauseMs: 0, ...options })
const rowsOf = async ({ table }: Pick<Task, 'table'>) => database().db.select().from(table)
const changedOf = ({ changed }: Awaited<ReturnType<typeof run>>) =>
  Object.fromEntries(
    changed.filter(({ rows }) => rows > 0).map(({ task, rows }) => [task.name, rows]),
  )

/** The value of `from` at which the retention time of a row ended this long ago. */
function overSince({ after }: Expiry, ms: number): Date {
  const time = 'days' in after ? after.days * 86_400_000 : after.hours * 3_600_000
  return new Date(Date.now() - time - ms)
}

async function insertKeys(count: number, hours: number): Promise<void> {
  await database().db.execute(sql`insert into idempotency_keys (scope, key, body_hash, created_at, expires_at)
    select 'a', n, 'hash', now() - interval '1 day' - ${hours} * interval '1 hour', now() - ${hours} * interval '1 hour'
    from generate_series(1, ${count}) n`)
}

test('the rows of the tests cover every kind that the job deletes or clears', () => {
  expect(Object.keys(EXPIRED_ROWS).sort()).toEqual(TASKS.map(({ name }) => name).sort())
})

test.each(TASKS)(
  '$name: a row is deleted when its time has passed, and not a minute earlier',
  async task => {
    const insert = EXPIRED_ROWS[task.name]
    await insert?.(database().db, overSince(task.expiry, -MINUTE))
    expect(await countExpiredRows(database().db, task)).toBe(0)
    expect(changedOf(await run())).toEqual({})
    await insert?.(database().db, overSince(task.expiry, MINUTE))
    expect(await countExpiredRows(database().db, task)).toBe(1)
    const outcome = await run()
    expect(outcome.isComplete).toBe(true)
    expect(changedOf(outcome)).toEqual({ [task.name]: 1 })
    expect(await countExpiredRows(database().db, task)).toBe(0)
    expect(await rowsOf(task)).toHaveLength(task.action === 'delete' ? 1 : 2)
    expect(changedOf(await run())).toEqual({})
  },
)

test('cleared columns are empty afterwards, and the rest of the row stays', async () => {
  const tasks = TASKS.filter(({ action }) => action === 'clear')
  for (const task of tasks)
    await EXPIRED_ROWS[task.name]?.(database().db, overSince(task.expiry, MINUTE))
  await run()
  for (const task of tasks)
    for (const row of await rowsOf(task))
      for (const { name } of task.expiry.clears ?? []) expect(row).toHaveProperty(name, null)
  expect(tasks.map(({ table }) => getTableName(table))).toEqual(['sessions', 'tickets'])
})

test('three concurrent nodes delete every row once, in batches', async () => {
  await insertKeys(5_000, 2)
  const batches: number[] = []
  const onBatch = (_: Task, rows: number) => void batches.push(rows)
  const outcomes = await Promise.all([1, 2, 3].map(() => run({ size: 200, onBatch })))
  const sum = outcomes.reduce(
    (rows, each) => rows + (changedOf(each)['idempotency_keys.expires_at'] ?? 0),
    0,
  )
  expect(sum).toBe(5_000)
  expect(Math.max(...batches)).toBeLessThanOrEqual(200)
  expect((await database().db.execute(sql`select from idempotency_keys`)).rows).toHaveLength(0)
})

test('a run that is stopped leaves whole batches, and the next one continues', async () => {
  await insertKeys(1_000, 2)
  const stop = new AbortController()
  const first = await run({ size: 100, signal: stop.signal, onBatch: () => stop.abort() })
  expect([changedOf(first), first.isComplete]).toEqual([
    { 'idempotency_keys.expires_at': 100 },
    false,
  ])
  const second = await run({ budgetMs: 0 })
  expect([changedOf(second), second.isComplete]).toEqual([{}, false])
  expect(changedOf(await run())).toEqual({ 'idempotency_keys.expires_at': 900 })
})

test('a key that is claimed again meanwhile is kept for its call', async () => {
  for (let round = 0; round < 10; round++) {
    await insertKeys(64, 2)
    const claims = Array.from({ length: 64 }, (_, index) =>
      database().db.execute<{
        key: string
      }>(sql`insert into idempotency_keys (scope, key, body_hash)
        values ('a', ${String(index + 1)}, 'other') on conflict (scope, key) do update set created_at = now()
        returning key`),
    )
    const [claimed] = await Promise.all([Promise.all(claims), run({ size: 5 }), run({ size: 7 })])
    await run()
    const { rows } = await database().db.execute(sql`select key from idempotency_keys`)
    expect(rows).toHaveLength(claimed.flatMap(({ rows }) => rows).length)
    await database().db.execute(sql`delete from idempotency_keys`)
  }
})

test('a lease that a heartbeat renews meanwhile stays', async () => {
  const { expiry } = TASKS.find(({ name }) => name.startsWith('playback_leases')) as Task
  for (let count = 0; count < 16; count++)
    await EXPIRED_ROWS['playback_leases.expires_at']?.(database().db, overSince(expiry, MINUTE))
  const { rows } = await database().db.execute<{ id: string }>(sql`select id from playback_leases`)
  const renewals = rows.map(({ id }) =>
    database().db.execute(
      sql`update playback_leases set expires_at = now() + interval '1 minute' where id = ${id} returning id`,
    ),
  )
  const [renewed] = await Promise.all([Promise.all(renewals), run({ size: 3 }), run({ size: 5 })])
  const left = await database().db.execute(sql`select id from playback_leases`)
  expect(left.rows).toHaveLength(renewed.flatMap(each => each.rows).length)
})

test('rows in use are skipped, and locked ones delay nothing else', async () => {
  const { db } = database()
  const session = TASKS.find(({ name }) => name === 'sessions.revoked_at') as Task
  await EXPIRED_ROWS[session.name]?.(db, overSince(session.expiry, MINUTE))
  await insertKeys(10, 2)
  await db.transaction(async tx => {
    await tx.execute(sql`select from idempotency_keys where key = '3' for update`)
    await tx.execute(sql`lock table profile_tokens in share row exclusive mode`)
    // It ends while both locks are held.
    const outcome = await run()
    expect(outcome.isComplete).toBe(false)
    expect(changedOf(outcome)).toEqual({ 'idempotency_keys.expires_at': 9 })
  })
  expect(changedOf(await run())).toEqual({ 'idempotency_keys.expires_at': 1, [session.name]: 1 })
})

test('money is never deleted, however old', async () => {
  const { db } = database()
  const old = new Date('2001-01-01')
  await aPayment(db, { createdAt: old, expiresAt: old, updatedAt: old, state: 'expired' })
  const outcome = await run()
  expect(changedOf(outcome)).toEqual({})
  expect((await db.execute(sql`select from transactions`)).rows).toHaveLength(1)
})

test('the job counts its rows, and a metric shows how far it is behind', async () => {
  registerRetention(service.deps)
  await insertKeys(10, 3)
  const overdue = /^pardeh_retention_overdue_seconds\{table="idempotency_keys.expires_at"\} (\d+)/m
  const seconds = async () => Number(overdue.exec(await service.deps.metrics.text())?.[1])
  expect(await seconds()).toBe(7_200)
  await service.jobs.run('retention.run')
  expect(await seconds()).toBe(0)
  expect(await service.deps.metrics.text()).toContain(
    'pardeh_retention_rows_total{table="idempotency_keys.expires_at",action="delete"} 10',
  )
})

test('every table of the job queue is in docs/retention.md, and a retired schedule ends', async () => {
  const { pool, close } = await sharedDatabase(service.databaseUrl)
  const old = await createJobs({ pool }, { log: silentLog })
  old.define('search.forget', async () => undefined, { cron: '40 4 * * *' })
  await old.start()
  const scheduled = async () =>
    (await service.deps.db.execute(sql`select name from jobs.schedule`)).rows
  expect(await scheduled()).toEqual([{ name: 'search.forget' }])
  await old.stop()
  const jobs = await createJobs({ pool }, { log: silentLog })
  jobs.retire('search.forget')
  await jobs.start()
  expect(await scheduled()).toEqual([])
  await jobs.stop()
  await close()
  const { rows } = await service.deps.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'jobs'
      and tablename !~ '_[0-9]{8}$' order by 1`,
  )
  expect(QUEUE.flatMap(({ tables }) => tables).sort()).toEqual(rows.map(({ name }) => name))
})
