import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseError } from '#src/service/platform/db/errors.ts'
import { inTransaction, openDatabasePool } from '#src/service/platform/db/open.ts'
import { blankDatabase, type TestDatabase, testDatabase } from '#tests/support/database.ts'

describe('opening a database', () => {
  it.each([
    ["encoding 'UTF8' locale 'C'", /does not support Persian letters.*LOCALE 'C.UTF-8'/s],
    ["encoding 'SQL_ASCII' locale 'C'", /SQL_ASCII instead of UTF8/],
  ])('refuses one that cannot search Persian: %s', async (options, reason) => {
    const { url, drop } = await blankDatabase('template0', options)
    try {
      await expect(openDatabasePool(url, { size: 1 })).rejects.toThrow(reason)
    } finally {
      await drop()
    }
  })

  it('fails within seconds if no server listens', async () => {
    const url = 'postgres://nobody@127.0.0.1:9/none'
    await expect(openDatabasePool(url, { size: 1 })).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('a transaction', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
    await database.pool.query('create table counters (id int primary key, value int)')
    await database.pool.query('insert into counters values (1, 0)')
  })
  afterAll(() => database.close())

  it('is retried after a serialization failure, so that no increment is lost', async () => {
    const increments = Array.from({ length: 8 }, () =>
      inTransaction(
        database.db,
        async tx => {
          const { rows } = await tx.execute<{ value: number }>(sql`select value from counters`)
          await tx.execute(sql`update counters set value = ${rows[0]!.value + 1}`)
        },
        { isolation: 'repeatable read', retries: 50 },
      ),
    )
    await Promise.all(increments)
    const { rows } = await database.pool.query('select value from counters')
    expect(rows[0].value).toBe(8)
  })

  it('gives up after its retries, with the error of the database', async () => {
    const failing = inTransaction(
      database.db,
      tx => tx.execute(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`),
      { retries: 2 },
    )
    const error = await failing.catch((cause: unknown) => cause)
    expect(databaseError(error)?.code).toBe('40001')
  })

  it('leaves nothing behind if its function throws', async () => {
    const failing = inTransaction(database.db, async tx => {
      await tx.execute(sql`insert into counters values (2, 0)`)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    const { rows } = await database.pool.query('select id from counters')
    expect(rows).toEqual([{ id: 1 }])
  })

  it('does not wait for the server forever', async () => {
    const { rows } = await database.pool.query('show statement_timeout')
    expect(rows[0].statement_timeout).toBe('15s')
  })
})
