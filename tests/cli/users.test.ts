// npm run users, run as it is run: a process each, beside the site's database.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#src/service/db/schema/users.ts'
import { carrierOf } from '#src/service/entitlements/carrier.ts'
import { newId } from '#src/service/ids.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { programOf } from '#tests/support/operator.ts'

const SLOW = 120_000
const NUMBER = '09120000008'
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'pardeh-cli-'))
const userId = newId()
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.db.insert(users).values({ id: userId, msisdn: NUMBER })
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

type Said = { code: number; out: string; error: string }
function run(...args: string[]): Promise<Said> {
  const env = { ...process.env, MODE: 'demo', DATABASE_URL: database.url, DATA_DIR: folder }
  return new Promise(done => {
    execFile(
      process.execPath,
      [...programOf('users'), ...args],
      { cwd: root, env },
      (failure, out, error) => done({ code: failure ? Number(failure.code) : 0, out, error }),
    )
  })
}

async function daysLeft(): Promise<number | null> {
  const now = new Date()
  const row = await carrierOf(database.db, userId, now)
  return row?.endsAt ? Math.round((row.endsAt.getTime() - now.getTime()) / 86_400_000) : null
}

test('a carrier subscription is granted, shown, shortened and ended by number', {
  timeout: SLOW,
}, async () => {
  expect((await run('carrier', NUMBER)).out).toBe('0912***0008 has no carrier subscription\n')
  const dry = await run('carrier', NUMBER, '--days', '30', '--dry-run')
  expect(dry.out).toContain('nothing was changed')
  expect(await daysLeft()).toBeNull()
  const granted = await run('carrier', `+98${NUMBER.slice(1)}`, '--days', '۳۰')
  expect(granted.out).toContain('has a carrier subscription until 20')
  expect(await daysLeft()).toBe(30)
  await run('carrier', NUMBER, '--days', '5')
  expect(await daysLeft()).toBe(5)
  const { out } = await run('carrier', NUMBER, '--end', '--json')
  expect(JSON.parse(out)).toEqual({ number: '0912***0008', ends_at: null, changed: true })
  expect(await daysLeft()).toBeNull()
})

test('what is wrong is said, and nothing changes', { timeout: SLOW }, async () => {
  const wrong: Array<[string[], string]> = [
    [[], 'Usage: npm run users'],
    [['carrier', NUMBER, '--weeks', '3'], "unknown option '--weeks'"],
    [['carrier', NUMBER, '--days', '3', '--end'], 'not both'],
    [['carrier', '12345', '--end'], 'no mobile number'],
  ]
  for (const [args, said] of wrong) {
    const { code, error } = await run(...args)
    expect(error).toContain(said)
    expect(code).toBe(2)
  }
  expect(await daysLeft()).toBeNull()
})
