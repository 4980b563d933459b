/** The contents of a backup and of the folder of backups. */
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readMediaList } from '#src/service/operations/backup/media.ts'
import { backupOutcome } from '#src/service/operations/doctor/machine.ts'
import { folderStore } from '#src/service/platform/adapters/media-store/folder-store.ts'
import { aBackup, aFolder, anEmptyDatabase, ask, restoreInto } from '#tests/support/backups.ts'
import { sharedDatabase } from '#tests/support/database.ts'
import { anOperatorProcess } from '#tests/support/operator.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const LONG = { timeout: 120_000 }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

test(
  'the transaction has ended when media are copied, and no other backup starts',
  LONG,
  async () => {
    const from = await aFolder()
    await mkdir(join(from, 'pictures'))
    await writeFile(join(from, 'pictures/a.jpg'), 'picture')
    const store = folderStore(from)
    const seen: unknown[] = []
    const read: typeof store.read = async key => {
      seen.push(
        ...(await ask(
          service.databaseUrl,
          `select state, backend_xmin is null and backend_xid is null as is_free from pg_stat_activity
         where datname = current_database() and application_name = 'pardeh backup'`,
        )),
      )
      await expect(aBackup(service.databaseUrl)).rejects.toThrow(/Another backup/)
      return store.read(key)
    }
    const media = { store: { ...store, read }, folder: from }
    await aBackup(service.databaseUrl, { media, mediaMode: 'include' })
    expect(seen).toEqual([{ state: 'idle', is_free: true }])
  },
)

test('recordings of live channels and files of the doctor are not included', LONG, async () => {
  const from = await aFolder()
  for (const path of ['live/channel', 'doctor', 'pictures', 'titles/a']) {
    await mkdir(join(from, path), { recursive: true })
    await writeFile(join(from, path, 'file.vtt'), 'x')
  }
  const media = { store: folderStore(from), folder: from }
  const { folder } = await aBackup(service.databaseUrl, { media })
  const keys = (await readMediaList(folder)).map(({ key }) => key)
  expect(keys).toEqual(['pictures/file.vtt', 'titles/a/file.vtt'])
})

test('only scheduled and interrupted backups are removed', LONG, async () => {
  const parent = join(await aFolder(), 'backups')
  const { databaseUrl: DATABASE_URL } = service
  // Runs processes, because folders are named by the second.
  const operator = anOperatorProcess({
    DATABASE_URL,
    DATA_DIR: await aFolder(),
    BACKUP_DIR: parent,
  })
  await operator.json('backup')
  const [manual = ''] = await readdir(parent)
  expect(manual).toMatch(/^manual-/)
  await rename(join(parent, manual), join(parent, 'manual-2020-01-01T00-00-00Z'))
  for (const name of ['pardeh', 'manual', 'upgrade'])
    await mkdir(join(parent, `${name}-2020-01-01T00-00-01Z.partial`))
  await mkdir(join(parent, 'mine.partial'))
  const upgrade = await aBackup(DATABASE_URL, { folder: { parent, kind: 'upgrade' } })
  const names = [upgrade.folder.slice(parent.length + 1), 'manual-2020-01-01T00-00-00Z']
  expect((await readdir(parent)).toSorted()).toEqual([...names, 'mine.partial'].toSorted())
  const made = []
  for (const keep of ['2', '1', '1']) {
    const { folder } = await operator.json<{ folder: string }>('backup', '--keep', keep)
    made.push(folder.slice(parent.length + 1))
  }
  expect((await readdir(parent)).toSorted()).toEqual(
    [...names, 'mine.partial', made.at(-1)].toSorted(),
  )
  const given = await operator.run('backup', join(parent, 'x'), '--keep', '1')
  expect(given.stderr).toContain('--keep works only in BACKUP_DIR')
})

test('the doctor ignores a partial backup, even if it has a manifest', async () => {
  const parent = await aFolder()
  const partial = join(parent, 'pardeh-2026-03-21T00-00-00Z.partial')
  await mkdir(partial)
  const manifest = JSON.stringify({ created_at: '2026-03-21T00:00:00Z' })
  await writeFile(join(partial, 'manifest.json'), manifest)
  const outcome = () => backupOutcome(parent, Date.parse('2026-03-21T12:00:00Z'))
  expect(await outcome()).toMatchObject({ status: 'fail', found: 'there is no backup' })
  await writeFile(join(partial, 'SHA256SUMS'), '')
  expect(await outcome()).toMatchObject({ status: 'fail' })
  await rename(partial, partial.replace('.partial', ''))
  expect(await outcome()).toMatchObject({ status: 'ok' })
})

test('connections held by a pooler do not count as nodes, a listening one does', LONG, async () => {
  const url = await anEmptyDatabase()
  const { folder } = await aBackup(service.databaseUrl)
  const held = await sharedDatabase(url)
  onTestFinished(() => held.close())
  await held.pool.query('select 1')
  await expect(restoreInto(url, folder)).rejects.toThrow(/Stop all nodes and commands first/)
  await held.pool.query("set application_name = 'pardeh listen'")
  await expect(restoreInto(url, folder, { hasPooler: true })).rejects.toThrow(/Stop all nodes/)
  await held.pool.query("set application_name = 'pardeh'")
  await restoreInto(url, folder, { hasPooler: true })
})
