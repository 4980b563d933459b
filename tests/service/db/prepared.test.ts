import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#src/service/db/open.ts'
import { enablePreparedStatements, prepared } from '#src/service/db/prepared.ts'
import { categories } from '#src/service/db/schema/catalogue.ts'
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
  return prepared(db, 'by key', handle => {
    builds++
    return handle
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.key, sql.placeholder('key')))
  })
}

test('a query is built once a database, and runs with other values each time', async () => {
  expect(await byKey(database).execute({ key: 'drama' })).toEqual([{ id: 'drama' }])
  expect(await byKey(database).execute({ key: 'comedy' })).toEqual([{ id: 'comedy' }])
  expect(builds).toBe(1)
})

test('by default leaves nothing on a connection that the next one would have to know', async () => {
  await byKey(database).execute({ key: 'drama' })
  const { rows } = await database.pool.query('select name from pg_prepared_statements')
  expect(rows).toEqual([])
})

test('has a name where connections are ours alone, so that it is planned once; one of many has none', async () => {
  const ours = await testDatabase({ size: 1 })
  onTestFinished(() => ours.close())
  enablePreparedStatements(ours.db)
  const names = async () => {
    const { rows } = await ours.pool.query('select name from pg_prepared_statements')
    return rows.map(({ name }) => name)
  }
  await byKey(ours).execute({ key: 'drama' })
  await byKey(ours).execute({ key: 'comedy' })
  expect(await names()).toEqual(['by key'])
  const select = (handle: Database) => handle.select({ id: categories.id }).from(categories)
  await prepared(ours.db, 'all', select, { isOneOfMany: true }).execute()
  expect(await names()).toEqual(['by key'])
})
