import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerBackups } from '#src/service/operations/backup/backup.jobs.ts'
import { readBackup } from '#src/service/operations/backup/read-backup.ts'
import { EnvError, readEnv } from '#src/service/platform/env.ts'
import { aFolder, SECRET } from '#tests/support/backups.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => service.stop())

async function scheduled(settings: Record<string, string>) {
  const BACKUP_DIR = join(await aFolder(), 'backups')
  const { DATA_DIR } = service.deps.env
  const env = readEnv({ SECRET, DATA_DIR, BACKUP_DIR, ...settings })
  const { url } = { url: service.databaseUrl }
  const again = await service.again()
  registerBackups({ ...again.deps, env }, url)
  return {
    folder: BACKUP_DIR,
    run: () => again.jobs.run('backup.run'),
    metrics: again.deps.metrics,
  }
}

test('a backup is made when the last one is older than the interval, and the configured number is kept', async () => {
  const { folder, run, metrics } = await scheduled({ BACKUP_EVERY: '6', BACKUP_KEEP: '2' })
  await run()
  expect(await readdir(folder)).toEqual(['pardeh-2026-03-21T09-30-00Z'])
  await readBackup(join(folder, 'pardeh-2026-03-21T09-30-00Z'))
  service.clock.advance({ hours: 5 })
  await run()
  expect(await readdir(folder)).toHaveLength(1)
  service.clock.advance({ hours: 1 })
  await run()
  await mkdir(join(folder, 'pardeh-2026-03-21T20-00-00Z.partial'))
  await writeFile(join(folder, 'notes.txt'), 'of the operator')
  service.clock.advance({ hours: 6 })
  await run()
  expect((await readdir(folder)).toSorted()).toEqual([
    'notes.txt',
    'pardeh-2026-03-21T15-30-00Z',
    'pardeh-2026-03-21T21-30-00Z',
  ])
  const last = Date.parse('2026-03-21T21:30:00Z') / 1_000
  expect(await metrics.text()).toContain(
    `pardeh_backup_last_success_timestamp_seconds{folder="${folder}"} ${last}`,
  )
})

test('a failure removes no backup, and fails the job', async () => {
  const { folder, run } = await scheduled({ BACKUP_EVERY: '1', BACKUP_KEEP: '1' })
  await run()
  const before = await readdir(folder)
  service.clock.advance({ hours: 1 })
  const next = new Date(service.clock.now()).toISOString().slice(0, 19).replaceAll(':', '-')
  await mkdir(join(folder, `pardeh-${next}Z`))
  await writeFile(join(folder, `pardeh-${next}Z`, 'in the way'), 'x')
  await expect(run()).rejects.toThrow(/not empty/)
  expect(await readdir(folder)).toEqual(expect.arrayContaining(before))
})

test.each([
  [{ BACKUP_EVERY: '6' }, /BACKUP_EVERY needs BACKUP_DIR/],
  [{ BACKUP_EVERY: '0', BACKUP_DIR: 'b' }, /BACKUP_EVERY must be a whole number of hours/],
  [{ BACKUP_KEEP: '3', BACKUP_DIR: 'b' }, /BACKUP_KEEP has no effect without BACKUP_EVERY/],
])('%j is rejected', (settings, message) => {
  expect(() => readEnv({ SECRET, ...settings })).toThrow(EnvError)
  expect(() => readEnv({ SECRET, ...settings })).toThrow(message)
})
