/** The oldest supported version of PostgreSQL is the same number in the start, in the doctor and in docs/settings.md. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { runChecks } from '#src/service/operations/doctor/check.ts'
import { databaseChecks } from '#src/service/operations/doctor/database.ts'
import { OLDEST_SERVER, openDatabasePool } from '#src/service/platform/db/open.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { ask } from '#tests/support/backups.ts'
import { blankDatabase } from '#tests/support/database.ts'
import { root } from '#tests/support/sources.ts'

/** A database whose server claims to have that version. */
async function aServerOf(version: number): Promise<string> {
  const { url, drop } = await blankDatabase(inject('databaseTemplate'))
  onTestFinished(drop)
  await ask(
    url,
    `create function public.current_setting(name text) returns text language sql stable as
     $$ select case when name = 'server_version_num' then '${version}' else pg_catalog.current_setting(name) end $$`,
  )
  const name = new URL(url).pathname.slice(1)
  await ask(url, `alter database ${name} set search_path = public, pg_catalog`)
  return url
}

test.each([
  [OLDEST_SERVER - 1, 'fail'],
  [OLDEST_SERVER, 'ok'],
])('a server of version %d', async (version, status) => {
  const url = await aServerOf(version)
  const opened = openDatabasePool(url, { size: 1 }).then(({ close }) => close())
  if (status === 'ok') await opened
  else await expect(opened).rejects.toThrow(/too old.*PostgreSQL 15 or newer is required/)
  const { checks, stop } = await databaseChecks(readEnv({ DATABASE_URL: url }), 1)
  onTestFinished(stop)
  const [found] = await runChecks(checks)
  expect(found).toMatchObject({ name: 'database', status })
  if (status === 'fail') expect(found).toMatchObject({ advice: 'Use PostgreSQL 15 or newer.' })
})

test('docs/settings.md names it', async () => {
  const document = await readFile(join(root, 'docs/settings.md'), 'utf8')
  const named = [...document.matchAll(/PostgreSQL (\d+) or newer/g)].map(([, number]) => number)
  expect(named).toEqual([String(OLDEST_SERVER / 10_000)])
})
