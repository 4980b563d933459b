import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { databaseFault } from '#src/service/db/faults.ts'
import { listenTo } from '#src/service/db/listen.ts'
import { inTransaction } from '#src/service/db/open.ts'
import { watchDatabase } from '#src/service/db/watch.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/silent-log.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase({ size: 2 })
  return () => database.close()
})

/** Ends connections as a restart of the server does. */
async function terminate(where = 'pid <> pg_backend_pid()'): Promise<void> {
  const admin = new pg.Client(database.url)
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${where}`,
  )
  await admin.end()
}

const failing = (code: string) =>
  sql.raw(`do $$ begin raise exception 'so it is' using errcode = '${code}'; end $$`)

describe('a connection that breaks', () => {
  it('inside a transaction fails the transaction alone', async () => {
    const work = inTransaction(database.db, async tx => {
      await tx.execute(sql`select 1`)
      await terminate()
      await wait(200)
      await tx.execute(sql`select 1`)
    })
    expect(databaseFault(await work.catch((error: unknown) => error))).toBe('connection')
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  it('during a query fails the query alone', async () => {
    const query = database.pool.query('select pg_sleep(5)')
    setTimeout(() => void terminate(), 100)
    expect(databaseFault(await query.catch((error: unknown) => error))).toBe('restarting')
  })

  it('before a transaction has begun takes no connection from the pool', async () => {
    for (let round = 0; round < 5; round++) {
      const client = await database.pool.connect()
      client.release()
      // The pool has not heard of it when the transaction takes the connection.
      await terminate()
      await inTransaction(database.db, tx => tx.execute(sql`select 1`)).catch(() => undefined)
    }
    expect(database.pool.totalCount).toBeLessThanOrEqual(2)
    const both = [1, 2].map(() => inTransaction(database.db, tx => tx.execute(sql`select 1`)))
    expect(await Promise.all(both)).toHaveLength(2)
  })
})

it('a server that does not answer costs the query and its connection, and not the rollback’s time again', async () => {
  const began = performance.now()
  const work = inTransaction(database.db, async tx => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const client = (tx as unknown as { session: { client: pg.Client } }).session.client
    await client.query({ text: 'select pg_sleep(60)', query_timeout: 300 } as pg.QueryConfig)
  })
  await expect(work).rejects.toThrow()
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(database.pool.totalCount).toBe(0)
})

it('a fault is known by its SQLSTATE, and mistakes of ours are none', async () => {
  const faults: Record<string, string | null> = {
    '53100': 'disk_full',
    '53300': 'too_many_connections',
    '57P01': 'restarting',
    '57P03': 'restarting',
    '08006': 'connection',
    '25006': 'read_only',
    '57014': 'timeout',
    '55P03': 'timeout',
    '23505': null,
    '22P02': null,
    '08P01': null,
  }
  const found: typeof faults = {}
  for (const code of Object.keys(faults)) {
    const error = await database.db.execute(failing(code)).catch((cause: unknown) => cause)
    found[code] = databaseFault(error)
  }
  expect(found).toEqual(faults)
})

it('all connections in use is a fault that passes', async () => {
  const holding = [1, 2].map(() => database.pool.query('select pg_sleep(4)'))
  const error = await database.db.execute(sql`select 1`).catch((cause: unknown) => cause)
  expect(databaseFault(error)).toBe('pool_exhausted')
  await Promise.all(holding)
})

describe('notifications', () => {
  it('go on over one connection, however often it breaks', async () => {
    const heard: string[] = []
    const stop = await listenTo({
      url: database.url,
      channel: 'test',
      onMessage: payload => heard.push(payload),
      onResume: () => heard.push('resumed'),
      log: silentLog,
    })
    onTestFinished(stop)
    const connections = async () => {
      const { rows } = await database.pool.query(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and query like 'listen%' or
           (query = 'select 1' and pid <> pg_backend_pid() and datname = current_database())`,
      )
      return rows[0].count
    }
    for (let round = 1; round <= 3; round++) {
      await terminate(`query = 'listen test' or query = 'select 1'`)
      await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(round)
    }
    expect(await connections()).toBe(1)
    await database.pool.query(`select pg_notify('test', 'hello')`)
    await expect.poll(() => heard.at(-1)).toBe('hello')
  })
})

describe('the watch', () => {
  async function aWatch() {
    let replaced = 0
    const watch = await watchDatabase({
      url: database.url,
      log: silentLog,
      onReplaced: () => replaced++,
    })
    onTestFinished(watch.stop)
    return { watch, replaced: () => replaced }
  }

  it('tells of a database that became read-only, and drops older connections when another one answers', async () => {
    const { watch, replaced } = await aWatch()
    expect(watch.fault()).toBeNull()
    const setReadOnly = (value: string) =>
      database.pool.query(
        `do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`,
      )
    await setReadOnly('on')
    await terminate()
    await expect.poll(watch.fault, { timeout: 5_000 }).toBe('read_only')
    const admin = new pg.Client(database.url)
    await admin.connect()
    await admin.query('set transaction read write')
    await admin.query('set default_transaction_read_only = off')
    const { rows } = await admin.query('select current_database() as name')
    await admin.query(`alter database ${rows[0].name} set default_transaction_read_only = off`)
    await admin.end()
    await expect.poll(watch.fault, { timeout: 5_000 }).toBeNull()
    expect(replaced()).toBeGreaterThan(0)
  })

  it('believes a full disk until a new table finds room', async () => {
    const { watch } = await aWatch()
    watch.report('disk_full')
    expect(watch.fault()).toBe('disk_full')
    await expect.poll(watch.fault, { timeout: 5_000 }).toBeNull()
  })
})
