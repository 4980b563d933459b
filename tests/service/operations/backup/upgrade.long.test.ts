/** Upgrades a data folder of PostgreSQL 17 to this version; npm installs the programs of PostgreSQL 17 once. */
import { access, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { installOlderEngine } from '#src/service/operations/backup/older-engine.ts'
import { startEmbedded } from '#src/service/platform/db/embedded.ts'
import { ENGINE_MAJOR } from '#src/service/platform/db/engine.ts'
import { migrate } from '#src/service/platform/db/migrate.ts'
import { readMigrations } from '#src/service/platform/db/migration-files.ts'
import { findPostmaster } from '#src/service/platform/db/postmaster.ts'
import { aFolder, anEmptyDatabase, ask, contentOf } from '#tests/support/backups.ts'
import { anOperator } from '#tests/support/operator.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const LONG = { timeout: 300_000 }
const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache/postgres-17')

async function aDataDir(): Promise<string> {
  const folder = await aFolder()
  onTestFinished(async () => {
    for (const name of ['pg', 'pg-17', 'pg-upgraded']) {
      const server = findPostmaster(join(folder, name))
      if (server) process.kill(server.pid, 'SIGQUIT')
      await vi.waitFor(() => expect(findPostmaster(join(folder, name))).toBeNull(), 30_000)
    }
  })
  return folder
}

test(
  'a data folder of PostgreSQL 17 is upgraded to this version, with all rows',
  LONG,
  async () => {
    const dataDir = await aDataDir()
    const programs = await installOlderEngine(17, cache)
    const old = await startEmbedded(dataDir, silentLog, { engine: { programs, major: 17 } })
    await migrate(old.url)
    await ask(old.url, `insert into users (id, msisdn) values ('someone', '09120000001')`)
    await ask(
      old.url,
      `insert into audit_log (actor, host, action, target, details)
     select 'someone', 'host', 'users.show', i::text, '{}' from generate_series(1, 1000) i`,
    )
    const before = await contentOf(old.url)
    expect(await ask(old.url, 'show server_version_num')).toEqual([
      { server_version_num: expect.stringMatching(/^17/) },
    ])
    await old.stop()

    // The service does not start on it, and says what to do.
    await expect(startEmbedded(dataDir, silentLog)).rejects.toThrow(
      /created by PostgreSQL 17.*\.\/pardeh upgrade/,
    )
    const operator = anOperator({ DATA_DIR: dataDir, PATH: process.env.PATH ?? '' })
    expect(await operator.json('upgrade', '--dry-run')).toMatchObject({
      from: 17,
      to: ENGINE_MAJOR,
    })
    const backup = await operator.run('backup', join(dataDir, 'b'))
    expect(backup.stderr).toContain('./pardeh upgrade')

    const { code, stdout, stderr } = await operator.run('upgrade')
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('PostgreSQL 17 was upgraded to 18')
    expect((await readFile(join(dataDir, 'pg-17/PG_VERSION'), 'utf8')).trim()).toBe('17')
    expect((await readFile(join(dataDir, 'pg/PG_VERSION'), 'utf8')).trim()).toBe(
      String(ENGINE_MAJOR),
    )
    const upgraded = await startEmbedded(dataDir, silentLog)
    expect(await migrate(upgraded.url)).toEqual([])
    await ask(upgraded.url, 'select 1')
    const rows = await ask<{ action: string }>(
      upgraded.url,
      'select action from audit_log order by id desc limit 1',
    )
    expect(rows).toEqual([{ action: 'upgrade.run' }])
    const after = await contentOf(upgraded.url)
    for (const name of ['audit_log', 'sequences']) {
      delete before[name]
      delete after[name]
    }
    expect(after).toEqual(before)
    await upgraded.stop()

    // Interrupted between the two renames.
    await rename(join(dataDir, 'pg'), join(dataDir, 'pg-upgraded'))
    await expect(startEmbedded(dataDir, silentLog)).rejects.toThrow(
      /interrupted.*\.\/pardeh upgrade/,
    )
    expect((await operator.run('upgrade')).stdout).toContain('The interrupted upgrade is complete')

    expect((await operator.run('upgrade', 'remove-old')).stderr).toContain('--yes')
    await access(join(dataDir, 'pg-17'))
    expect((await operator.run('upgrade', 'remove-old', '--yes')).code).toBe(0)
    expect((await readdir(dataDir)).filter(name => /-17$/.test(name))).toEqual([])
    expect((await operator.run('upgrade')).stdout).toContain('already at this version')
  },
)

test('a data folder of a newer PostgreSQL is recognised', async () => {
  const dataDir = await aFolder()
  await mkdir(join(dataDir, 'pg'))
  await writeFile(join(dataDir, 'pg/PG_VERSION'), '19\n')
  await expect(startEmbedded(dataDir, silentLog)).rejects.toThrow(/PostgreSQL 19.*newer version/)
})

test('an older schema is backed up, then migrated', LONG, async () => {
  const [url, dataDir] = [await anEmptyDatabase(), await aFolder()]
  const tags = (await readMigrations()).map(({ tag }) => tag)
  await migrate(url, { only: tags.slice(0, -3) })
  const operator = anOperator({ DATABASE_URL: url, DATA_DIR: dataDir })
  expect(await operator.json('upgrade', '--dry-run')).toMatchObject({ migrated: tags.slice(-3) })
  const { migrated, backup } = await operator.json('upgrade')
  expect(migrated).toEqual(tags.slice(-3))
  const manifest = JSON.parse(await readFile(join(String(backup), 'manifest.json'), 'utf8'))
  expect(manifest.migrations).toHaveLength(tags.length - 3)
  expect((await operator.run('upgrade')).stdout).toContain('already at this version')
})
