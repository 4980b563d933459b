import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Finding, runChecks } from '#src/service/operations/doctor/check.ts'
import { databaseChecks } from '#src/service/operations/doctor/database.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { blankDatabase } from '#tests/support/database.ts'
import { aUser } from '#tests/support/people.ts'
import { startTestService } from '#tests/support/service.ts'

const OLD = 'the-earlier-secret-of-thirty-two-characters'
const NEW = 'the-new-secret-of-thirty-two-characters'

let DATA_DIR: string
let database: Awaited<ReturnType<typeof blankDatabase>>
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'pardeh-doctor-'))
  database = await blankDatabase(inject('databaseTemplate'))
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await database.drop()
  await rm(DATA_DIR, { recursive: true })
})

async function findings(settings: Record<string, string> = {}, nodes = 1) {
  const env = readEnv({ DATA_DIR, DATABASE_URL: database.url, ...settings })
  const { checks, stop } = await databaseChecks(env, nodes)
  try {
    const found = await runChecks(checks)
    return new Map(found.map(finding => [finding.name, finding]))
  } finally {
    await stop()
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

const expectStatus = (found: Map<string, Finding>, name: string, status: string, text: RegExp) =>
  expect({ name, ...found.get(name) }).toMatchObject({ status, found: expect.stringMatching(text) })

test('a database without problems passes', async () => {
  const found = await findings()
  expect([...found.values()].filter(({ status }) => status !== 'ok')).toEqual([])
  expect([...found.keys()]).toEqual([
    'database',
    'database locale',
    'database migrations',
    'database clock',
    'database connections',
  ])
  expectStatus(found, 'database', 'ok', /^PostgreSQL \d+/)
  expectStatus(found, 'database locale', 'ok', /^UTF8, C\.UTF-8$/)
})

test('a server that cannot be reached is reported once', async () => {
  const found = await findings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/pardeh' })
  expect([...found.keys()]).toEqual(['database'])
  expectStatus(found, 'database', 'fail', /ECONNREFUSED/)
})

test('an embedded database that does not run is not started', async () => {
  const found = await findings({ DATABASE_URL: '' })
  expectStatus(found, 'database', 'warn', /not running/)
})

test('a read-only database is reported', async () => {
  const url = new URL(database.url)
  const name = url.pathname.slice(1)
  await query(database.url, `alter database ${name} set default_transaction_read_only = on`)
  const found = await findings()
  const writable = new URL(url)
  writable.searchParams.set('options', '-c default_transaction_read_only=off')
  await query(writable.href, `alter database ${name} reset default_transaction_read_only`)
  expectStatus(found, 'database', 'fail', /read-only/)
})

test('a locale without Persian letters is reported', async () => {
  const other = await blankDatabase('template0', "encoding 'UTF8' locale 'C'")
  const found = await findings({ DATABASE_URL: other.url })
  await other.drop()
  expectStatus(found, 'database locale', 'fail', /^UTF8, C: /)
  expectStatus(found, 'database migrations', 'warn', /empty/)
})

test('pending migrations and those of a newer release are reported', async () => {
  const other = await blankDatabase(inject('databaseTemplate'))
  const settings = { DATABASE_URL: other.url }
  await query(other.url, 'delete from migrations where tag = (select max(tag) from migrations)')
  expectStatus(await findings(settings), 'database migrations', 'warn', /^1 of \d+ have not run/)
  await query(
    other.url,
    "insert into migrations (tag, hash, needs) values ('9999_future', 'x', '9999_future')",
  )
  expectStatus(await findings(settings), 'database migrations', 'fail', /9999_future/)
  await other.drop()
})

test.each([
  [2_500, 'warn', /^2\.\d s ahead/],
  [-60_000, 'fail', /^(59|60)\.\d s behind .*not ready/],
])('a clock that is %d ms off is reported', async (ms, status, text) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  expectStatus(await findings(), 'database clock', status, text)
})

test('more connections than the server allows are reported', async () => {
  expectStatus(await findings({}, 100), 'database connections', 'fail', /100 × 13 at most/)
  expectStatus(await findings({ DB_POOL: '84' }), 'database connections', 'warn', /1 × 87/)
  const pooled = { DATABASE_DIRECT_URL: database.url, DB_POOL: '400' }
  expectStatus(await findings(pooled), 'database connections', 'ok', /1 × 7/)
})

test('a replica that is not one, or is gone, is reported', async () => {
  const none = await findings({ DATABASE_READ_URL: database.url })
  expectStatus(none, 'database replica', 'fail', /is not a replica/)
  const gone = await findings({ DATABASE_READ_URL: 'postgres://nobody@127.0.0.1:1/pardeh' })
  expectStatus(gone, 'database replica', 'fail', /ECONNREFUSED/)
})

test('SECRET_PREVIOUS is reported if it is needed and if it may be removed', async () => {
  const settings = { SECRET: NEW, SECRET_PREVIOUS: OLD }
  expectStatus(await findings(settings), 'SECRET_PREVIOUS', 'warn', /no longer needed/)
  const service = await startTestService({ env: { SECRET: OLD } })
  await aUser(service)
  // The secret of the service in this test, which the session uses.
  vi.useFakeTimers({ toFake: ['Date'], now: service.clock.now() })
  const found = await findings({ ...settings, DATABASE_URL: service.databaseUrl })
  await service.stop()
  expectStatus(found, 'SECRET_PREVIOUS', 'ok', /needed by 1 session, 0 PINs, 0 webhooks/)
})
