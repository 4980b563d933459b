import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#src/service/platform/db/open.ts'
import {
  enablePreparedStatements,
  preparedQuery,
  preparedSql,
  preparedText,
} from '#src/service/platform/db/prepared.ts'
import { categories } from '#src/service/platform/db/schema/catalogue.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ size: 1 })
  const row = { type: 'genre' as const, slugFa: 'x', slugEn: 'x', titleFa: 'x', titleEn: 'x' }
  await database.db.insert(categories).values([
    { ...row, id: 'drama', key: 'drama' },
    { ...row, id: 'comedy', key: 'comedy' },
  ])
})
afterAll(() => database.close())

let builds = 0
function byKey({ db }: { db: Database }) {
  return preparedQuery(db, 'by key', handle => {
    builds++
    return handle
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.key, sql.placeholder('key')))
  })
}

test('a query is built once per database, and runs with other values each time', async () => {
  expect(await byKey(database).execute({ key: 'drama' })).toEqual([{ id: 'drama' }])
  expect(await byKey(database).execute({ key: 'comedy' })).toEqual([{ id: 'comedy' }])
  expect(builds).toBe(1)
})

test('by default a query leaves nothing on a connection that later queries depend on', async () => {
  await byKey(database).execute({ key: 'drama' })
  const { rows } = await database.pool.query('select name from pg_prepared_statements')
  expect(rows).toEqual([])
})

test('a query has a name on connections of our own, so that it is planned once; one of many variants has none', async () => {
  const ours = await testDatabase({ size: 1 })
  onTestFinished(() => ours.close())
  enablePreparedStatements(ours)
  const names = async () => {
    const { rows } = await ours.pool.query('select name from pg_prepared_statements')
    return rows.map(({ name }) => name)
  }
  await byKey(ours).execute({ key: 'drama' })
  await byKey(ours).execute({ key: 'comedy' })
  expect(await names()).toEqual(['by key'])
  const select = (handle: Database) => handle.select({ id: categories.id }).from(categories)
  await preparedQuery(ours.db, 'all', select, { isOneOfMany: true }).execute()
  expect(await names()).toEqual(['by key'])
})

test('SQL with parameters is written once per database, and named like a query', async () => {
  const ours = await testDatabase({ size: 1 })
  onTestFinished(() => ours.close())
  enablePreparedStatements(ours)
  let written = 0
  const later = () =>
    preparedSql<{ later: Date; given: string }>(ours.db, 'a day later', () => {
      written++
      const time = sql`${sql.placeholder('time')}::timestamptz`
      return sql`select ${time} + ${'1 day'}::interval as later, ${sql.placeholder('text')}::text as given`
    })
  const time = new Date('2026-03-21T09:30:00Z')
  for (const text of ['one', 'two'])
    expect(await later().execute({ time, text })).toEqual([
      { later: new Date('2026-03-22T09:30:00Z'), given: text },
    ])
  expect(written).toBe(1)
  const { rows } = await ours.pool.query('select name from pg_prepared_statements')
  expect(rows).toEqual([{ name: 'a day later' }])
  await expect(later().execute({ time })).rejects.toThrow('a value for text')
})

test('a statement of a pool has a name on connections of our own', async () => {
  const ours = await testDatabase({ size: 1 })
  onTestFinished(() => ours.close())
  expect(preparedText(ours.pool, 'one', 'select 1')).toEqual({ text: 'select 1' })
  enablePreparedStatements(ours)
  await ours.pool.query(preparedText(ours.pool, 'one', 'select 1'))
  const { rows } = await ours.pool.query('select name from pg_prepared_statements')
  expect(rows).toEqual([{ name: 'one' }])
})
