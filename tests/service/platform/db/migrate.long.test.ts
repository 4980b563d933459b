import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADVISORY_LOCKS } from '#src/service/platform/db/advisory-locks.ts'
import { isMigrated, migrate } from '#src/service/platform/db/migrate.ts'
import {
  MIGRATIONS,
  parseMigration,
  readMigrations,
} from '#src/service/platform/db/migration-files.ts'
import { type OpenDatabase, openDatabasePool } from '#src/service/platform/db/open.ts'
import { blankDatabase, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/silent-log.ts'

describe('migrations', () => {
  let url = ''
  let drop: () => Promise<void>
  let database: OpenDatabase

  beforeAll(async () => {
    const blank = await blankDatabase('template0')
    url = blank.url
    drop = blank.drop
    database = await openDatabasePool(url, { size: 2 })
  })

  afterAll(async () => {
    await database.close()
    await drop()
  })

  it('run once and in order when several nodes start at once', async () => {
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(url)))
    const all = ran.flat()
    expect(all.length).toBeGreaterThan(0)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual([...all].sort())
    expect(await isMigrated(database.pool)).toBe(true)
  })

  it('change nothing when they have run', async () => {
    expect(await migrate(url)).toEqual([])
  })

  it('refuse a database whose migrations were edited after they ran', async () => {
    const { rows } = await database.pool.query(
      `select hash from migrations where tag = '0000_tables'`,
    )
    await database.pool.query("update migrations set hash = 'other' where tag = '0000_tables'")
    await expect(migrate(url)).rejects.toThrow(/0000_tables was edited/)
    await database.pool.query(`update migrations set hash = $1 where tag = '0000_tables'`, [
      rows[0].hash,
    ])
  })
})

describe('the next release', () => {
  let database: TestDatabase
  let folder = ''
  beforeEach(async () => {
    database = await testDatabase({ size: 3 })
    folder = await mkdtemp(join(tmpdir(), 'pardeh-migrations-'))
    await cp(MIGRATIONS, folder, { recursive: true })
    return async () => {
      await database.close()
      await rm(folder, { recursive: true })
    }
  })

  async function add(tag: string, text: string): Promise<void> {
    const file = join(folder, 'meta', '_journal.json')
    const journal = JSON.parse(await readFile(file, 'utf8'))
    journal.entries.push({ idx: journal.entries.length, tag })
    await writeFile(file, JSON.stringify(journal))
    await writeFile(join(folder, `${tag}.sql`), text)
  }
  const next = () => migrate(database.url, { folder })

  it('expands: nodes of this version still start', async () => {
    await add('9000_expand', 'alter table users add column nickname text')
    expect(await next()).toEqual(['9000_expand'])
    expect(await migrate(database.url)).toEqual([])
  })

  it('contracts what this version no longer uses: its nodes still start', async () => {
    const [newest] = (await readMigrations()).slice(-1)
    await add('9000_contract', `-- needs: ${newest?.tag}\ndrop index comments_hidden`)
    await next()
    expect(await migrate(database.url)).toEqual([])
  })

  it('contracts what this version uses: its nodes refuse to start and say what is needed', async () => {
    await add('9000_expand', 'alter table users add column nickname text')
    await add('9001_contract', '-- needs: 9000_expand\nalter table users drop column created_at')
    await next()
    await expect(migrate(database.url)).rejects.toThrow(/9001_contract.*with 9000_expand/)
  })

  it('gives up waiting for a lock, so that queries behind it continue, and tries again', async () => {
    await add('9000_expand', 'alter table users add column nickname text')
    const holder = new pg.Client(database.url)
    await holder.connect()
    await holder.query('begin; select count(*) from users')
    const waits: object[] = []
    const log = { ...silentLog, warn: (fields: object) => waits.push(fields) }
    const migrated = migrate(database.url, { folder, log })
    await expect.poll(() => waits.length, { timeout: 30_000 }).toBeGreaterThan(0)
    await database.pool.query('select count(*) from users')
    await holder.query('commit')
    await holder.end()
    expect(await migrated).toEqual(['9000_expand'])
    expect(waits[0]).toMatchObject({ migration: '9000_expand', attempt: 1 })
  })

  it('leaves nothing of a failed migration, and everything of the previous ones', async () => {
    await add('9000_good', 'alter table users add column nickname text')
    await add(
      '9001_bad',
      'alter table users add column other text;--> statement-breakpoint\nselect 1/0',
    )
    await expect(next()).rejects.toThrow('The migration 9001_bad failed at: select 1/0')
    const { rows } = await database.pool.query(
      `select column_name as name from information_schema.columns where table_name = 'users' and column_name in ('nickname', 'other')`,
    )
    expect(rows).toEqual([{ name: 'nickname' }])
  })

  it('builds an index while rows are written, and again after an aborted build', async () => {
    const text =
      '-- concurrently\ncreate unique index concurrently if not exists users_msisdn_again on users (msisdn)'
    await add('9000_index', text)
    // A build that found a duplicate leaves an invalid index behind.
    await database.pool.query('create table copies (msisdn text)')
    await database.pool.query(`insert into copies values ('1'), ('1')`)
    const aborted = 'create unique index concurrently users_msisdn_again on copies (msisdn)'
    await expect(database.pool.query(aborted)).rejects.toThrow()
    const writer = new pg.Client(database.url)
    await writer.connect()
    await writer.query('begin; select count(*) from users')
    const migrated = next()
    await database.pool.query('select count(*) from users')
    await writer.query('commit')
    await writer.end()
    expect(await migrated).toEqual(['9000_index'])
    const { rows } = await database.pool.query(
      `select indrelid::regclass::text as on, indisvalid as valid from pg_index where indexrelid = 'users_msisdn_again'::regclass`,
    )
    expect(rows).toEqual([{ on: 'users', valid: true }])
  })

  it('reports that a node waits for another one that migrates', async () => {
    const holder = new pg.Client(database.url)
    await holder.connect()
    await holder.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration])
    const said: string[] = []
    const log = { ...silentLog, info: (_: object, message: string) => said.push(message) }
    const waiting = migrate(database.url, { folder, log })
    await expect.poll(() => said).toContain('another node is migrating the database')
    await holder.end()
    expect(await waiting).toEqual([])
  })
})

describe('the files of migrations', () => {
  /** The first migration after which older nodes run next to a migrated database. */
  const EXPAND_ONLY_FROM = '0010'
  const CONTRACTS =
    /\bdrop (table|column|constraint|type)\b|\brename (to|column)\b|\bset not null\b|\balter column "?\w+"? (set data )?type\b|(?<!\bor )\btruncate\b/i

  /**
   * A constraint that is added again under its name, or whose statement explains why it only becomes looser, removes nothing; the reader
   * must check the explanation.
   */
  const isReplaced = (dropped: string, statements: string[]) => {
    if (/^-- looser: ./m.test(dropped)) return true
    const [, name] = /\bdrop constraint ("\w+")/i.exec(dropped) ?? []
    return name !== undefined && statements.some(sql => sql.includes(`ADD CONSTRAINT ${name}`))
  }

  it('say what nodes need if they remove something', async () => {
    const silent = (await readMigrations())
      .filter(({ tag }) => tag.slice(0, 4) >= EXPAND_ONLY_FROM)
      .filter(
        ({ needs, statements }) =>
          !needs && statements.some(sql => CONTRACTS.test(sql) && !isReplaced(sql, statements)),
      )
    expect(silent.map(({ tag }) => tag)).toEqual([])
  })

  it('name a migration that exists', async () => {
    const all = await readMigrations()
    const tags = all.map(({ tag }) => tag)
    expect(all.filter(({ needs }) => needs && !tags.includes(needs))).toEqual([])
  })

  it('that run outside a transaction contain only statements that may run twice', () => {
    const text = '-- concurrently\nalter table users add column x text'
    expect(() => parseMigration('9000_x', text)).toThrow(/may only contain/)
  })
})
