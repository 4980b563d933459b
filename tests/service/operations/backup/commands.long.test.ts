import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFolder, anEmptyDatabase, ask } from '#tests/support/backups.ts'
import { anOperator } from '#tests/support/operator.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const LONG = { timeout: 120_000 }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

test('backup and restore run from the command line, and warn if SECRET differs', LONG, async () => {
  const into = await anEmptyDatabase()
  const folder = join(await aFolder(), 'backup')
  const [here, there] = [
    anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR: await aFolder() }),
    anOperator({ DATABASE_URL: into, DATA_DIR: await aFolder() }),
  ]
  expect(await here.json('backup', folder, '--dry-run')).toMatchObject({ dry_run: true, folder })
  expect(await here.json('backup', folder, '--as', 'sara')).toMatchObject({
    folder,
    rows: expect.any(Number),
    media: { mode: 'include', files: 0 },
  })
  expect((await here.run('backup', folder)).stderr).toContain('not empty')
  expect(await there.json('restore', folder, '--dry-run')).toMatchObject({ same_secret: false })
  expect(await ask(into, `select to_regclass('users') as found`)).toEqual([{ found: null }])
  const first = await there.run('restore', folder, '--as', 'sara')
  expect(first.code, first.stderr).toBe(0)
  expect(first.stdout).toContain('The SECRET differs from that of the backup')
  expect(await ask(into, 'select actor, action from audit_log')).toEqual([
    { actor: 'sara', action: 'restore.run' },
  ])
  const second = await there.run('restore', folder)
  expect(second.code).toBe(2)
  expect(second.stderr).toMatch(/has data \(audit_log\).*Add --yes to delete all data/)
  const third = await there.run('restore', folder, '--yes')
  expect(third.code, third.stderr).toBe(0)
  expect(third.stdout).toContain('The rows of 1 table of this database were deleted')
})

test('backup without a folder and without BACKUP_DIR says what to pass', LONG, async () => {
  const operator = anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR: await aFolder() })
  const { code, stderr } = await operator.run('backup')
  expect(code).toBe(2)
  expect(stderr).toContain('Name a folder, or set BACKUP_DIR.')
})

test('restore reads no file through a link, not even in a dry run', LONG, async () => {
  const into = await anEmptyDatabase()
  const folder = join(await aFolder(), 'backup')
  const env = { DATABASE_URL: service.databaseUrl, DATA_DIR: await aFolder() }
  await anOperator(env).json('backup', folder)
  const elsewhere = await aFolder()
  const there = anOperator({ DATABASE_URL: into, DATA_DIR: await aFolder() })
  for (const path of ['manifest.json', 'media.jsonl.gz', 'SHA256SUMS']) {
    await rename(join(folder, path), join(elsewhere, path))
    await symlink(join(elsewhere, path), join(folder, path))
    const refused = await there.run('restore', folder, '--dry-run')
    expect(refused.code, path).toBe(2)
    expect(refused.stderr).toContain('is not a file of the backup')
    await rename(join(elsewhere, path), join(folder, path))
  }
  expect((await there.run('restore', folder, '--dry-run')).code).toBe(0)
})
