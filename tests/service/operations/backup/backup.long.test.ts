import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMediaList, restoreMedia } from '#src/service/operations/backup/media.ts'
import { readBackup } from '#src/service/operations/backup/read-backup.ts'
import { seedIfEmpty } from '#src/service/operations/demo/seed.ts'
import { folderStore } from '#src/service/platform/adapters/media-store/folder-store.ts'
import { migrate } from '#src/service/platform/db/migrate.ts'
import { createJobs } from '#src/service/platform/jobs/jobs.ts'
import {
  aBackup,
  aFolder,
  anEmptyDatabase,
  ask,
  contentOf,
  restoreInto,
  schemaOf,
} from '#tests/support/backups.ts'
import { sharedDatabase } from '#tests/support/database.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { silentLog } from '#tests/support/silent-log.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await seedIfEmpty(service.deps)
  const database = await sharedDatabase(service.databaseUrl)
  const jobs = await createJobs(database, { log: silentLog })
  jobs.define('test.wait', async () => undefined)
  await jobs.start()
  await jobs.enqueue('test.wait', { for: 'سلام\n\\.' }, { startAfter: new Date('2100-01-01') })
  await jobs.stop(1_000)
  await database.close()
}, 120_000)
afterAll(() => service.stop())

const LONG = { timeout: 120_000 }

describe('a backup', LONG, () => {
  test('is restored with every row, sequence, generated column, constraint and trigger', async () => {
    const url = await anEmptyDatabase()
    const { folder } = await aBackup(service.databaseUrl)
    expect(await restoreInto(url, folder)).toEqual({
      replaced: [],
      migrated: [],
      wasInterrupted: false,
    })
    expect(await contentOf(url)).toEqual(await contentOf(service.databaseUrl))
    expect(await schemaOf(url)).toEqual(await schemaOf(service.databaseUrl))
  })

  test('can be checked with sha256sum, and is closed to other users', async () => {
    const { folder } = await aBackup(service.databaseUrl)
    const lines = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n')
    expect(lines.every(text => /^[0-9a-f]{64} {2}[\w./]+$/.test(text))).toBe(true)
    expect((await stat(folder)).mode & 0o077).toBe(0)
    expect((await stat(join(folder, 'tables/public.users.copy.gz'))).mode & 0o077).toBe(0)
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).not.toContain('a secret of')
  })

  test('is not written into a folder that is not empty', async () => {
    const target = await aFolder()
    await writeFile(join(target, 'letter.txt'), 'x')
    await expect(aBackup(service.databaseUrl, { folder: target })).rejects.toThrow(/not empty/)
    expect(await readdir(target)).toEqual(['letter.txt'])
  })

  test('is not made by a dry run', async () => {
    const target = join(await aFolder(), 'backup')
    const { manifest } = await aBackup(service.databaseUrl, { folder: target, isDryRun: true })
    expect(manifest.tables.length).toBeGreaterThan(50)
    await expect(stat(target)).rejects.toThrow('ENOENT')
    await expect(stat(`${target}.partial`)).rejects.toThrow('ENOENT')
  })

  test('replaces what an interrupted one left', async () => {
    const target = join(await aFolder(), 'backup')
    await mkdir(join(`${target}.partial`, 'tables'), { recursive: true })
    await writeFile(join(`${target}.partial`, 'tables/half.copy.gz'), 'half')
    const { wasInterrupted, folder } = await aBackup(service.databaseUrl, { folder: target })
    expect(wasInterrupted).toBe(true)
    expect(await readdir(join(folder, 'tables'))).not.toContain('half.copy.gz')
    await readBackup(folder)
  })

  test('includes pictures and streams, or lists them', async () => {
    const [from, to] = [await aFolder(), await aFolder()]
    await mkdir(join(from, 'titles/abc/primary-1'), { recursive: true })
    await writeFile(join(from, 'titles/abc/primary-1/seg1.m4s'), 'segment')
    const media = { store: folderStore(from), folder: from }
    const { folder, manifest } = await aBackup(service.databaseUrl, { media, mediaMode: 'include' })
    expect(manifest.media).toMatchObject({ mode: 'include', files: 1, bytes: 7 })
    const files = await readMediaList((await readBackup(folder)).folder)
    expect(await restoreMedia(folderStore(to), files, folder, () => undefined)).toBe(1)
    expect(await readFile(join(to, 'titles/abc/primary-1/seg1.m4s'), 'utf8')).toBe('segment')
    expect(await restoreMedia(folderStore(to), files, folder, () => undefined)).toBe(0)
    const listed = await aBackup(service.databaseUrl, { media })
    expect(await readdir(listed.folder)).not.toContain('media')
    expect(await readMediaList(listed.folder)).toEqual(files)
  })
})

describe('a restore', LONG, () => {
  test.each([
    ['a truncated file', (path: string) => truncate(path, 30)],
    ['a file with one byte changed', flipByte],
    ['a missing file', (path: string) => rm(path)],
  ])('rejects %s before anything is changed', async (_, damage) => {
    const url = await anEmptyDatabase()
    const { folder } = await aBackup(service.databaseUrl)
    await damage(join(folder, 'tables/public.ledger_entries.copy.gz'))
    await expect(restoreInto(url, folder)).rejects.toThrow(
      /damaged: tables\/public.ledger_entries.copy.gz differ/,
    )
    expect(
      await ask(url, 'select * from pg_tables where schemaname in ($$public$$, $$jobs$$)'),
    ).toEqual([])
  })

  test('rejects a partial backup, and a changed manifest', async () => {
    const url = await anEmptyDatabase()
    const { folder } = await aBackup(service.databaseUrl)
    await flipByte(join(folder, 'manifest.json'))
    await expect(restoreInto(url, folder)).rejects.toThrow(/manifest.json differ/)
    await rm(join(folder, 'SHA256SUMS'))
    await expect(restoreInto(url, folder)).rejects.toThrow(/is not a complete backup/)
  })

  test('does not change a database with data, unless told to replace it', async () => {
    const url = await anEmptyDatabase()
    const { folder } = await aBackup(service.databaseUrl)
    await migrate(url)
    await ask(url, `insert into users (id, msisdn) values ('someone', '09120000001')`)
    await expect(restoreInto(url, folder)).rejects.toThrow(/has data \(users\).*--yes/)
    expect(await ask(url, 'select id from users')).toEqual([{ id: 'someone' }])
    const { replaced } = await restoreInto(url, folder, { isReplacing: true })
    expect(replaced).toEqual(['users'])
    expect(await contentOf(url)).toEqual(await contentOf(service.databaseUrl))
  })

  test('rejects a database that the site uses', async () => {
    const url = await anEmptyDatabase()
    const { folder } = await aBackup(service.databaseUrl)
    const site = await sharedDatabase(url)
    await site.pool.query('select 1')
    await expect(restoreInto(url, folder)).rejects.toThrow(/Stop all nodes and commands first/)
    await site.close()
    await restoreInto(url, folder)
  })

  test('of a backup with an older schema runs the migrations, and one with a newer schema is rejected', async () => {
    const [old, url] = [await anEmptyDatabase(), await anEmptyDatabase()]
    const all = (await readBackup((await aBackup(service.databaseUrl)).folder)).manifest.migrations
    const tags = all.map(({ tag }) => tag).toSorted()
    await migrate(old, { only: tags.slice(0, 26) })
    await ask(old, `insert into users (id, msisdn) values ('someone', '09120000001')`)
    const { folder } = await aBackup(old)
    const { migrated } = await restoreInto(url, folder)
    expect(migrated).toEqual(tags.slice(26))
    expect(await ask(url, 'select id from users')).toEqual([{ id: 'someone' }])
    expect(await schemaOf(url)).toEqual(await schemaOf(service.databaseUrl))
    await ask(old, `insert into migrations (tag, hash) values ('9999_future', 'x')`)
    const newer = await aBackup(old)
    await expect(restoreInto(url, newer.folder)).rejects.toThrow(/9999_future.*newer version/)
  })
})

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path)
  const at = bytes.length >> 1
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}
