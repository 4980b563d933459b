import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createPool } from '#src/service/platform/db/connection.ts'
import { databaseFault } from '#src/service/platform/db/faults.ts'
import { openListener } from '#src/service/platform/db/listen.ts'
import { inTransaction, type Tx } from '#src/service/platform/db/open.ts'
import { watchDatabase } from '#src/service/platform/db/watch.ts'
import { withRequestId } from '#src/service/platform/request-id.ts'
import { startTcpProxy } from '#tests/nodes/support/tcp-proxy.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { statementsOf } from '#tests/support/statements.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase({ size: 2 })
  return () => database.close()
})

/** Ends connections like a restart of the server. */
async function terminate(where = 'pid <> pg_backend_pid()'): Promise<void> {
  const admin = new pg.Client(database.url)
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${where}`,
  )
  await admin.end()
}

/** The connection of a transaction. */
const connectionOf = (tx: Tx) =>
  (tx as unknown as { session: { client: pg.Client } }).session.client

const failing = (code: string) =>
  sql.raw(`do $$ begin raise exception 'so it is' using errcode = '${code}'; end $$`)

describe('a connection that breaks', () => {
  it('inside a transaction fails only the transaction', async () => {
    const work = inTransaction(database.db, async tx => {
      await tx.execute(sql`select 1`)
      const end = new Promise(done => connectionOf(tx).once('end', done))
      await terminate()
      await end
      await tx.execute(sql`select 1`)
    })
    expect(databaseFault(await work.catch((error: unknown) => error))).toBe('connection')
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  it('during a query fails only the query', async () => {
    const query = database.pool.query('select pg_sleep(600)')
    const isRunning = `query = 'select pg_sleep(600)' and state = 'active'`
    const running = async () => {
      const text = `select from pg_stat_activity where datname = current_database() and ${isRunning}`
      return (await database.pool.query(text)).rows.length
    }
    void query.catch(() => undefined)
    await expect.poll(running, { timeout: 30_000 }).toBe(1)
    await terminate(isRunning)
    expect(databaseFault(await query.catch((error: unknown) => error))).toBe('restarting')
  })

  it('before a transaction has begun removes no connection from the pool', async () => {
    for (let round = 0; round < 5; round++) {
      const client = await database.pool.connect()
      client.release()
      // The pool does not know about it yet when the transaction takes the connection.
      await terminate()
      await inTransaction(database.db, tx => tx.execute(sql`select 1`)).catch(() => undefined)
    }
    expect(database.pool.totalCount).toBeLessThanOrEqual(2)
    const both = [1, 2].map(() => inTransaction(database.db, tx => tx.execute(sql`select 1`)))
    expect(await Promise.all(both)).toHaveLength(2)
  })
})

it('a server that does not answer costs the query and its connection, and no further wait for the rollback', async () => {
  const statements = await statementsOf(async () => {
    const work = inTransaction(database.db, async tx => {
      await tx.execute(sql`set local statement_timeout = 0`)
      const silent = { text: 'select pg_sleep(60)', query_timeout: 300 } as pg.QueryConfig
      await connectionOf(tx).query(silent)
    })
    await expect(work).rejects.toThrow()
  })
  expect(statements.at(-1)).toBe('select pg_sleep(60)')
  expect(database.pool.totalCount).toBe(0)
})

it('a fault is recognised by its SQLSTATE, and our own mistakes are not faults', async () => {
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

it('too many connections is a temporary fault', async () => {
  const holding = await Promise.all([1, 2].map(() => database.pool.connect()))
  const error = await database.db.execute(sql`select 1`).catch((cause: unknown) => cause)
  expect(databaseFault(error)).toBe('pool_exhausted')
  for (const client of holding) client.release()
})

describe('notifications', () => {
  it('continue over one connection, however often it breaks', async () => {
    const heard: string[] = []
    const listener = await openListener(database.url, silentLog)
    onTestFinished(listener.stop)
    await listener.subscribe({
      channel: 'test',
      onMessage: payload => heard.push(payload),
      onResume: () => heard.push('resumed'),
    })
    const connections = async () => {
      const { rows } = await database.pool.query(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and query like 'listen%' or
           (query = 'select 1' and pid <> pg_backend_pid() and datname = current_database())`,
      )
      return rows[0].count
    }
    for (let round = 1; round <= 3; round++) {
      await terminate(`query = 'listen test' or query = 'select 1'`)
      await expect.poll(() => heard.length, { timeout: 30_000 }).toBe(round)
    }
    expect(await connections()).toBe(1)
    await database.pool.query(`select pg_notify('test', 'hello')`)
    await expect.poll(() => heard.at(-1)).toBe('hello')
  })
})

describe('a database behind a black hole', () => {
  async function aBlackHole() {
    const proxy = await startTcpProxy({ port: Number(new URL(database.url).port) })
    onTestFinished(proxy.close)
    const url = Object.assign(new URL(database.url), { port: String(proxy.port) }).href
    return { proxy, url }
  }

  it('costs a request one wait for a connection, however many queries it makes', async () => {
    const { proxy, url } = await aBlackHole()
    proxy.blackHole()
    const waits: number[] = []
    const { pool, close } = createPool(url, {
      size: 4,
      limits: { connectionTimeoutMillis: 300 },
      onFailure: () => waits.push(proxy.connections()),
    })
    onTestFinished(close)
    const ask = async () => databaseFault(await pool.query('select 1').catch((e: unknown) => e))
    let tries = 0
    const withClient = pool as unknown as { Client: typeof pg.Client }
    withClient.Client = class extends pg.Client {
      constructor(...given: ConstructorParameters<typeof pg.Client>) {
        super(...given)
        tries++
      }
    }
    await withRequestId('first', async () => {
      for (let n = 0; n < 5; n++) expect(await ask()).toBe('connection')
    })
    expect([tries, waits.length]).toEqual([1, 5])
    await withRequestId('second', ask)
    await ask()
    await ask()
    expect(tries).toBe(4)
  })

  it('ends the queries that wait for an answer, as soon as the watch knows', async () => {
    const { proxy, url } = await aBlackHole()
    const { pool, drop, close } = createPool(url, { size: 2 })
    onTestFinished(close)
    const watch = await watchDatabase({ url, log: silentLog, onReplaced: drop, onLost: drop })
    onTestFinished(watch.stop)
    const client = await pool.connect()
    proxy.blackHole()
    // Otherwise it would end with "Query read timeout", long after the watch knows.
    await expect(client.query('select 1')).rejects.toThrow('Connection terminated')
    client.release(true)
    expect(watch.isDown()).toBe(true)
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

  it('reports that a database became read-only, and drops older connections when another server answers', async () => {
    const { watch, replaced } = await aWatch()
    expect(watch.fault()).toBeNull()
    const setReadOnly = (value: string) =>
      database.pool.query(
        `do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`,
      )
    await setReadOnly('on')
    await terminate()
    await expect.poll(watch.fault, { timeout: 30_000 }).toBe('read_only')
    const admin = new pg.Client(database.url)
    await admin.connect()
    await admin.query('set transaction read write')
    await admin.query('set default_transaction_read_only = off')
    const { rows } = await admin.query('select current_database() as name')
    await admin.query(`alter database ${rows[0].name} set default_transaction_read_only = off`)
    await admin.end()
    await expect.poll(watch.fault, { timeout: 30_000 }).toBeNull()
    expect(replaced()).toBeGreaterThan(0)
  })

  it('reports a full disk until a new table can be created', async () => {
    const { watch } = await aWatch()
    watch.report('disk_full')
    expect(watch.fault()).toBe('disk_full')
    await expect.poll(watch.fault, { timeout: 30_000 }).toBeNull()
  })
})
