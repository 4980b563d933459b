import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { getTableColumns, is, Table } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_DEVICES, MAX_PROFILES, OTP, PLAYBACK } from '#src/contract/limits.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

const folder = join(import.meta.dirname, '../../../../src/service/platform/db')

async function tables(): Promise<Record<string, unknown>> {
  const files = await readdir(join(folder, 'schema'))
  const modules = await Promise.all(files.map(file => import(join(folder, 'schema', file))))
  return Object.assign({}, ...modules)
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('the schema', () => {
  it('equals what the migrations create', async () => {
    const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)(
      'drizzle-kit/api',
    ) as typeof import('drizzle-kit/api')
    const files = await readdir(join(folder, 'migrations', 'meta'))
    const snapshots = files.filter(name => name.endsWith('_snapshot.json'))
    expect(snapshots).toHaveLength(1)
    const known = JSON.parse(
      await readFile(join(folder, 'migrations', 'meta', snapshots[0] ?? ''), 'utf8'),
    )
    expect(await generateMigration(known, generateDrizzleJson(await tables()))).toEqual([])
  })

  it('has every column in the database', async () => {
    for (const table of Object.values(await tables())) {
      if (!is(table, Table)) continue
      const names = Object.values(getTableColumns(table)).map(column => column.name)
      expect(names.length).toBeGreaterThan(1)
      await database.db.select().from(table).limit(1)
    }
  })

  it('enforces the limits that the contract defines', async () => {
    const { rows } = await database.pool.query<{ name: string; rule: string }>(
      "select conname as name, pg_get_constraintdef(oid) as rule from pg_constraint where contype = 'c'",
    )
    const ruleOf = (name: string) => rows.find(row => row.name === name)?.rule
    expect(ruleOf('sessions_slot')).toContain(`(slot <= ${MAX_DEVICES})`)
    expect(ruleOf('profiles_slot')).toContain(`(slot <= ${MAX_PROFILES})`)
    expect(ruleOf('playback_leases_slot')).toContain(`(slot <= ${PLAYBACK.leases})`)
    expect(ruleOf('otp_challenges_tries')).toContain(`(tries <= ${OTP.tries})`)
  })

  it('has an index for every foreign key that deletes, except for tables of short-lived rows', async () => {
    const shortLived = ['limited_tokens', 'otp_challenges', 'playback_leases', 'remote_access']
    const { rows } = await database.pool.query(
      `select conrelid::regclass::text || '.' || a.attname as column from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where contype = 'f' and connamespace = 'public'::regnamespace and confdeltype in ('c', 'n')
         and conrelid::regclass::text <> all ($1) and not exists (
         select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any (c.conkey))
       order by 1`,
      [shortLived],
    )
    expect(rows).toEqual([])
  })
})
