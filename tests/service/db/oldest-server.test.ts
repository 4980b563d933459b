/** The oldest version of PostgreSQL is one number: for the start, for the doctor, and in README.md. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { oldestServer, openDatabase } from '#src/service/db/open.ts'
import { runChecks } from '#src/service/doctor/check.ts'
import { databaseChecks } from '#src/service/doctor/database.ts'
import { readEnv } from '#src/service/env.ts'
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
  [oldestServer - 1, 'fail'],
  [oldestServer, 'ok'],
])('a server of version %d', async (version, status) => {
  const url = await aServerOf(version)
  const opened = openDatabase(url, { size: 1 }).then(({ close }) => close())
  if (status === 'ok') await opened
  else await expect(opened).rejects.toThrow(/too old.*PostgreSQL 15 or newer is needed/)
  const { checks, stop } = await databaseChecks(readEnv({ DATABASE_URL: url }), 1)
  onTestFinished(stop)
  const [found] = await runChecks(checks)
  expect(found).toMatchObject({ name: 'database', status })
  if (status === 'fail') expect(found).toMatchObject({ advice: 'Use PostgreSQL 15 or newer.' })
})

test('README.md names it', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const named = [...readme.matchAll(/PostgreSQL (\d+) or newer/g)].map(([, number]) => number)
  expect(named).toEqual([String(oldestServer / 10_000)])
})
