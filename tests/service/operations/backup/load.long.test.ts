/** Purchases continue while the backup is made, and processes are killed during the backup and the restore. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { loginByOtp, sendOtp } from '#src/contract/endpoints/session.ts'
import { readBackup } from '#src/service/operations/backup/read-backup.ts'
import { migrate } from '#src/service/platform/db/migrate.ts'
import { rateLimits } from '#src/service/platform/db/schema/http.ts'
import { createJobs } from '#src/service/platform/jobs/jobs.ts'
import {
  aBackup,
  aFolder,
  anEmptyDatabase,
  ask,
  contentOf,
  restoreInto,
} from '#tests/support/backups.ts'
import { sharedDatabase } from '#tests/support/database.ts'
import { anOperatorProcess } from '#tests/support/operator.ts'
import { aDevice } from '#tests/support/people.ts'
import { startTestService } from '#tests/support/service.ts'
import { aPayer, openShop, type Person, type Shop } from '#tests/support/shop.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const LONG = { timeout: 240_000 }
const BUYERS = 4
const MAIN = resolve(import.meta.dirname, '../../../../src/service/operations/cli/main.ts')

let shop: Shop
let buyers: Person[]
beforeAll(async () => {
  shop = await openShop({ env: { LOG_LEVEL: 'silent' } })
  buyers = await Promise.all(Array.from({ length: BUYERS }, () => aPayer(shop)))
  for (const buyer of buyers) await buy(buyer)
}, 120_000)
afterAll(() => shop.stopShop())

async function buy(person: Person): Promise<void> {
  const { page } = await shop.order(person)
  const callback = await shop.atBank(page, 'pay')
  await shop.comeBack(callback ?? '')
}

const LEDGER = `select count(*)::int as entries, count(distinct posting)::int as postings,
    coalesce(sum(amount), 0)::text as balance, coalesce(sum(amount) filter (where account = 'bank'), 0)::text as bank,
    (select count(*)::int from (select posting from ledger_entries group by posting having sum(amount) <> 0) p) as unbalanced,
    (select count(*)::int from transactions where state = 'paid') as paid,
    (select coalesce(sum(total), 0)::text from transactions where state = 'paid') as paid_total,
    (select count(*)::int from transactions t where state = 'paid'
       and not exists (select from subscriptions s where s.transaction_id = t.id)) as without_subscription
  from ledger_entries`
type Ledger = Record<
  'entries' | 'postings' | 'unbalanced' | 'paid' | 'without_subscription',
  number
> &
  Record<'balance' | 'bank' | 'paid_total', string>

async function ledgerOf(url: string): Promise<Ledger> {
  const [row] = await ask<Ledger>(url, LEDGER)
  if (!row) throw new Error('the ledger has no sums')
  return row
}

test('purchases during a backup are in it completely or not at all', LONG, async () => {
  const before = await ledgerOf(shop.databaseUrl)
  let isOpen = true
  let bought = 0
  const buying = buyers.map(async buyer => {
    while (isOpen) {
      await buy(buyer)
      bought++
    }
  })
  await vi.waitFor(() => expect(bought).toBeGreaterThan(BUYERS), 30_000)
  const soFar = bought
  const { folder } = await aBackup(shop.databaseUrl)
  await vi.waitFor(() => expect(bought).toBeGreaterThan(soFar), 30_000)
  isOpen = false
  await Promise.all(buying)
  const after = await ledgerOf(shop.databaseUrl)

  const url = await anEmptyDatabase()
  await restoreInto(url, folder)
  const restored = await ledgerOf(url)
  expect(restored).toMatchObject({ balance: '0', unbalanced: 0, without_subscription: 0 })
  expect(restored.bank).toBe(restored.paid_total)
  expect(restored.entries).toBeGreaterThan(before.entries)
  expect(restored.entries).toBeLessThan(after.entries)
  expect(restored.paid).toBeLessThan(after.paid)
  // Every row of the backup was in the database, because entries of the ledger never change.
  const rows = 'select t::text from ledger_entries t order by id'
  const all = new Set((await ask<{ t: string }>(shop.databaseUrl, rows)).map(({ t }) => t))
  expect((await ask<{ t: string }>(url, rows)).filter(({ t }) => !all.has(t))).toEqual([])
  // The ledger is still append-only, and its next id is new.
  await expect(ask(url, 'delete from ledger_entries')).rejects.toThrow()
  const [ids] = await ask<{ isNew: boolean }>(
    url,
    `select nextval('ledger_entries_id_seq') > (select max(id) from ledger_entries) as "isNew"`,
  )
  expect(ids?.isNew).toBe(true)
})

test('the site starts on a restored database, and users can sign in', LONG, async () => {
  const { folder } = await aBackup(shop.databaseUrl)
  const url = await anEmptyDatabase()
  await restoreInto(url, folder)
  const service = await startTestService({ beside: { url, clock: shop.clock } })
  onTestFinished(() => service.stop())
  const [buyer] = buyers
  const msisdn = buyer?.msisdn ?? ''
  // The code of the first sign-in was sent less than a minute ago.
  await service.deps.db.delete(rateLimits)
  const { tracker_id } = await service.api(sendOtp, { params: { msisdn } })
  const otp = (await service.outbox(msisdn))[0]?.code ?? ''
  const body = { otp, tracker_id, device: aDevice() }
  const { user } = await service.api(loginByOtp, { params: { msisdn }, body })
  expect(user.id).toBe(buyer?.user.id)
  expect(user.subscription_remaining_in_day).toBeGreaterThan(0)
})

/** Rows that take a few seconds to write and to read. */
async function aLargeDatabase(): Promise<string> {
  const url = await anEmptyDatabase()
  await migrate(url)
  await ask(
    url,
    `insert into audit_log (actor, host, action, target, details)
     select 'someone', 'host', 'users.show', md5(i::text), jsonb_build_object('text', repeat(md5(i::text), 20))
     from generate_series(1, 120000) i`,
  )
  const database = await sharedDatabase(url)
  const jobs = await createJobs(database, { log: silentLog })
  await jobs.start()
  await jobs.stop(1_000)
  await database.close()
  return url
}

function aCommand(url: string, dataDir: string, ...words: string[]): ChildProcess {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [MAIN, ...words], { env, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

test(
  'a kill -9 during a backup leaves none, and during a restore a marked database',
  LONG,
  async () => {
    const url = await aLargeDatabase()
    const dataDir = await aFolder()
    const target = join(await aFolder(), 'backup')
    const partial = `${target}.partial/tables/public.audit_log.copy.gz`

    const backup = aCommand(url, dataDir, 'backup', target)
    await vi.waitFor(async () => expect((await stat(partial)).size).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 5,
    })
    await kill(backup)
    await expect(readdir(target)).rejects.toThrow('ENOENT')
    await expect(readBackup(`${target}.partial`)).rejects.toThrow(/is not a complete backup/)
    const operator = anOperatorProcess({ DATABASE_URL: url, DATA_DIR: dataDir })
    const again = await vi.waitFor(async () => {
      const reply = await operator.run('backup', target)
      // The connection of a killed process takes a moment to end.
      expect(reply.stderr).not.toMatch(/Another backup/)
      return reply
    }, 180_000)
    expect(again.code, again.stderr).toBe(0)
    expect(again.stdout).toMatch(/Replaces .*\.partial, which an interrupted backup left/)

    const into = await anEmptyDatabase()
    const restoring = aCommand(into, dataDir, 'restore', target)
    await vi.waitFor(
      async () => {
        const rows = await ask(
          into,
          `select from pg_stat_activity where application_name = 'pardeh restore' and datname = current_database() and query ~ '^copy'`,
        )
        expect(rows.length).toBe(1)
      },
      { timeout: 30_000, interval: 5 },
    )
    await kill(restoring)
    await expect(migrate(into)).rejects.toThrow(/has not finished.*\.\/pardeh restore/)
    const operatorInto = anOperatorProcess({ DATABASE_URL: into, DATA_DIR: dataDir })
    const second = await vi.waitFor(async () => {
      const reply = await operatorInto.run('restore', target)
      expect(reply.stderr).not.toMatch(/Another restore/)
      return reply
    }, 180_000)
    expect(second.code, second.stderr).toBe(0)
    expect(second.stdout).toMatch(/An interrupted restore had left part/)
    const [a, b] = [await contentOf(url), await contentOf(into)]
    // The commands themselves are in the audit log.
    for (const content of [a, b]) for (const key of ['audit_log', 'sequences']) delete content[key]
    expect(b).toEqual(a)
    const [{ count } = { count: 0 }] = await ask<{ count: number }>(
      into,
      `select count(*)::int as count from audit_log where action = 'users.show'`,
    )
    expect(count).toBe(120_000)
    expect(await migrate(into)).toEqual([])
  },
)
