// npm run retention, run as it is run: a process each, beside the site's database.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { EXPIRED_ROWS } from '#tests/support/expired-rows.ts'
import { programOf } from '#tests/support/operator.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'pardeh-cli-'))
const LONG_AGO = new Date(Date.now() - 200 * 86_400_000)
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

async function run(...args: string[]): Promise<string> {
  const env = { ...process.env, MODE: 'demo', DATABASE_URL: database.url, DATA_DIR: folder }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...programOf('retention'), ...args],
    {
      cwd: root,
      env,
    },
  )
  return stdout
}

test('what is over its time is counted, then deleted', { timeout: 120_000 }, async () => {
  for (const name of ['search_queries.created_at', 'sessions.created_at', 'notices.created_at'])
    await EXPIRED_ROWS[name]?.(database.db, LONG_AGO)
  const due = async () => {
    const { rows, ...rest } = JSON.parse(await run('--dry-run', '--json'))
    return { ...rest, rows: rows.filter((each: { rows: number }) => each.rows > 0) }
  }
  expect(await due()).toEqual({
    dry_run: true,
    complete: true,
    rows: [
      { row: 'sessions.created_at', action: 'clear', rows: 1 },
      { row: 'search_queries.created_at', action: 'delete', rows: 1 },
      { row: 'notices.created_at', action: 'delete', rows: 1 },
    ],
  })
  expect(await run('--dry-run')).toContain('nothing was changed')
  const said = await run()
  for (const words of ['sessions.created_at +clear +1', 'search_queries.created_at +delete +1'])
    expect(said).toMatch(new RegExp(`^${words}$`, 'm'))
  expect(said).toMatch(/3 rows\n$/)
  expect((await due()).rows).toEqual([])
})
