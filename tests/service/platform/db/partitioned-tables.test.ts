/** Later releases and backups of a database that was partitioned as described in docs/partitions.md. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isMigrated, migrate } from '#src/service/platform/db/migrate.ts'
import { MIGRATIONS } from '#src/service/platform/db/migration-files.ts'
import { createJobs } from '#src/service/platform/jobs/jobs.ts'
import { aBackup, anEmptyDatabase, ask, restoreInto } from '#tests/support/backups.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aContent, aProfile, aUser } from '#tests/support/rows.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { BLOCKS, partitionBlocks, TABLES } from '#tests/support/watch-tables.ts'

const PARTITIONS = 32

let database: TestDatabase
let psql: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  psql = new pg.Client(database.url)
  await psql.connect()
  const contentId = await aContent(database.db)
  for (let count = 0; count < 40; count++) {
    const profileId = await aProfile(database.db, await aUser(database.db), 1, true)
    for (const text of [
      'insert into watch_progress (profile_id, content_id, position_seconds, duration_seconds) values ($1, $2, 1, 2)',
      'insert into watch_history (profile_id, content_id) values ($1, $2)',
    ])
      await psql.query(text, [profileId, contentId])
  }
  for (const block of (await partitionBlocks()).slice(0, BLOCKS.ANALYSE)) await psql.query(block)
}, 180_000)
afterAll(async () => {
  await psql?.end()
  await database?.close()
})

const one = async (text: string) => (await psql.query<{ value: unknown }>(text)).rows[0]?.value
const failure = (text: string) =>
  psql.query(text).then(
    () => 'none',
    error => String(error.message),
  )

test('a backup has the rows, and a restore creates the tables as migrations do', async () => {
  await createJobs(database, { log: silentLog })
  const { folder } = await aBackup(database.url)
  const url = await anEmptyDatabase()
  await restoreInto(url, folder)
  for (const table of TABLES)
    expect(await ask(url, `select count(*)::int as rows from only ${table}`)).toEqual([
      { rows: 40 },
    ])
})

test('what the page describes as impossible is impossible', async () => {
  expect(
    await failure(`create table by_month (like watch_progress including defaults,
      primary key (profile_id, content_id)) partition by range (updated_at)`),
  ).toMatch(/must include all partitioning columns/)
  await psql.query(`create table by_month (like watch_progress including defaults,
    primary key (profile_id, content_id, updated_at)) partition by range (updated_at)`)
  expect(
    await failure(`insert into by_month select * from watch_progress
      on conflict (profile_id, content_id) do nothing`),
  ).toMatch(/no unique or exclusion constraint matching/)
  for (const by of ['profile_id', 'user_id', 'id'])
    expect(
      await failure(`create table leases (like playback_leases including defaults,
        primary key (id), unique (user_id, slot)) partition by hash (${by})`),
    ).toMatch(/must include all partitioning columns/)
  expect(await failure('create index concurrently on watch_history (last_watched_at)')).toMatch(
    /on partitioned table .* concurrently/,
  )
})

test('the next release migrates: it adds a column, and builds indexes concurrently', async () => {
  expect(await isMigrated(database.pool)).toBe(true)
  expect(await migrate(database.url)).toEqual([])
  const added = {
    '9000_column': 'alter table watch_progress add column note text',
    '9001_indexes': `-- concurrently
create index concurrently if not exists "watch_history_again" on "watch_history" using btree ("content_id") where "watch_history"."series_id" is not null;
--> statement-breakpoint
drop index concurrently if exists "watch_history_content";`,
  }
  // The state that an aborted build leaves.
  await psql.query(
    'create index watch_history_again on only watch_history (content_id) where series_id is not null',
  )
  expect(await migrate(database.url, { folder: await withMigrations(added) })).toEqual(
    Object.keys(added),
  )
  const valid = `select indisvalid as value from pg_index where indexrelid = 'watch_history_again'::regclass`
  expect(await one(valid)).toBe(true)
  const parts = `select count(*)::int as value from pg_inherits join pg_index on indexrelid = inhrelid
    where inhparent = 'watch_history_again'::regclass and indisvalid`
  expect(await one(parts)).toBe(PARTITIONS)
  expect(await one(`select to_regclass('watch_history_content')::text as value`)).toBeNull()
})

async function withMigrations(added: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(MIGRATIONS, folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  for (const [tag, text] of Object.entries(added)) {
    journal.entries.push({ idx: journal.entries.length, tag })
    await writeFile(join(folder, `${tag}.sql`), text)
  }
  await writeFile(file, JSON.stringify(journal))
  return folder
}
