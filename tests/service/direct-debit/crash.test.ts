// kill -9 while many debits run at once: the service is a real process, and the bank is another one that goes on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bank, startBank } from '#tests/support/bank.ts'
import {
  type CrashableService,
  startCrashableService,
} from '#tests/support/crash/crashable-service.ts'
import { blankDatabase } from '#tests/support/database.ts'
import { aDueContract, debitsOf, renewalsOf } from '#tests/support/due-contracts.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const CONTRACTS = 100
const POINTS = [
  'debit:claimed',
  'debit:sent',
  'debit:answered',
  'debit:before-commit',
  'debit:after-commit',
]

let bank: Bank
let dropBank: () => Promise<void>
let shop: Shop
let lives: CrashableService
beforeAll(async () => {
  const { url, drop } = await blankDatabase('template0')
  dropBank = drop
  bank = await startBank(url)
  shop = await openShop({ env: { LOG_LEVEL: 'silent', ...bank.env } })
  lives = await startCrashableService({
    LOG_LEVEL: 'silent',
    PARDEH_RUN_LOGS: process.env.PARDEH_RUN_LOGS ?? '',
    SECRET: shop.deps.env.SECRET,
    NODE_COMPILE_CACHE: shop.deps.env.DATA_DIR,
    DATA_DIR: shop.deps.env.DATA_DIR,
    DATABASE_URL: shop.databaseUrl,
    SITE_URL: 'http://shop.example',
    ...bank.env,
  })
})
afterAll(async () => {
  await lives.close()
  await shop.stopShop()
  await bank.stop()
  await dropBank()
})

test('whatever is under way, each contract is debited once and given one period, from the end of the running one', async () => {
  const contracts = await Promise.all(
    Array.from({ length: CONTRACTS }, () => aDueContract(shop.deps, bank.db)),
  )
  for (const dieAt of POINTS) {
    const life = await lives.next()
    await life.tell({ now: shop.clock.now().toISOString(), dieAt, renew: true })
    await life.dead()
    expect([dieAt, life.signal()]).toEqual([dieAt, 'SIGKILL'])
    // Past the leases of the dead.
    shop.clock.advance({ minutes: 3 })
  }
  const last = await lives.next()
  for (let minute = 0; minute < 4; minute++) {
    await last.tell({ now: shop.clock.now().toISOString(), renew: true })
    shop.clock.advance({ minutes: 1 })
  }
  const debited = await debitsOf(bank.db)
  const renewals = await renewalsOf(shop.deps)
  for (const { authorizationId, userId, endsAt } of contracts) {
    expect(debited.get(authorizationId)).toBe(1)
    const own = renewals.filter(renewal => renewal.userId === userId)
    expect(own.map(({ startsAt }) => startsAt)).toEqual([endsAt])
  }
}, 120_000)
