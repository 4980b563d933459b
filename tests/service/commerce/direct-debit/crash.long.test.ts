// kill -9 during many concurrent debits: the service is a real process, and the bank is another one that keeps running.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bank } from '#tests/support/bank.ts'
import type { CrashableService } from '#tests/support/crash/crashable-service.ts'
import { openCrashableShop } from '#tests/support/crash/crashable-shop.ts'
import { aDueContract, debitsOf, renewalsOf } from '#tests/support/due-contracts.ts'
import type { Shop } from '#tests/support/shop.ts'

const CONTRACTS = 100
const POINTS = [
  'debit:claimed',
  'debit:sent',
  'debit:answered',
  'debit:before-commit',
  'debit:after-commit',
]

let bank: Bank
let shop: Shop
let lives: CrashableService
let close: () => Promise<void>
beforeAll(async () => {
  ;({ bank, shop, lives, close } = await openCrashableShop())
})
afterAll(() => close())

test('whatever was interrupted, each contract is debited once and extended by one period from the end of the current one', async () => {
  const contracts = await Promise.all(
    Array.from({ length: CONTRACTS }, () => aDueContract(shop.deps, bank.db)),
  )
  for (const dieAt of POINTS) {
    const life = await lives.next()
    await life.tell({ now: shop.clock.now().toISOString(), dieAt, renew: true })
    await life.dead()
    expect([dieAt, life.signal()]).toEqual([dieAt, 'SIGKILL'])
    // After the leases of the killed processes.
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
