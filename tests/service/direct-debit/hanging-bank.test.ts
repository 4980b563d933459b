// 200 debits of which 24 hang: what becomes of the others, on one node and on two.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createProviders } from '#src/service/adapters/providers.ts'
import type { Deps } from '#src/service/deps.ts'
import { registerDebitGauge } from '#src/service/direct-debit/debit-gauge.ts'
import { renew } from '#src/service/direct-debit/renewal.ts'
import { createMetrics } from '#src/service/http/metrics.ts'
import { type Bank, startBank } from '#tests/support/bank.ts'
import { blankDatabase } from '#tests/support/database.ts'
import {
  aDueContract,
  type DueContract,
  debitsOf,
  renewalsOf,
} from '#tests/support/due-contracts.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const HEALTHY = 176
const HANGING = 24
/** Of one call to the bank. */
const ANSWER_MS = 100
/** The product waits for ten seconds. */
const PATIENCE_MS = 3_000

let bank: Bank
let dropBank: () => Promise<void>
let shop: Shop
const hanging = new Set<string>()
let most = 0
let underWay = 0
beforeAll(async () => {
  const { url, drop } = await blankDatabase('template0')
  dropBank = drop
  bank = await startBank(url)
})
afterAll(async () => {
  await bank.stop()
  await dropBank()
})
beforeEach(async () => {
  most = 0
  shop = await openShop({
    env: { LOG_LEVEL: 'silent', DB_POOL: '10', ...bank.env },
    overrides: { fetch: slow },
  })
})
afterEach(() => shop.stopShop())

const slow: typeof fetch = async (input, init) => {
  most = Math.max(most, ++underWay)
  try {
    const asked = `${input} ${init?.body}`
    if ([...hanging].some(id => asked.includes(id))) {
      await new Promise(done => setTimeout(done, PATIENCE_MS))
      throw new DOMException('late', 'TimeoutError')
    }
    await new Promise(done => setTimeout(done, ANSWER_MS))
    return await fetch(input, init)
  } finally {
    underWay--
  }
}

/** The worst order: those that hang come first. */
async function dueContracts(): Promise<{ stuck: DueContract[]; healthy: DueContract[] }> {
  hanging.clear()
  const now = shop.clock.now().getTime()
  const contracts = await Promise.all(
    Array.from({ length: HANGING + HEALTHY }, (_, index) =>
      aDueContract(shop.deps, bank.db, new Date(now - 300_000 + index)),
    ),
  )
  const stuck = contracts.slice(0, HANGING)
  for (const { id, authorizationId } of stuck) hanging.add(id).add(authorizationId)
  return { stuck, healthy: contracts.slice(HANGING) }
}

/** Seconds until every healthy contract has its period; the run itself ends later. */
async function renewOn(nodes: Deps[]): Promise<number> {
  const began = performance.now()
  const runs = Promise.all(nodes.map(renew))
  await expect
    .poll(async () => (await renewalsOf(shop.deps)).length, { timeout: 60_000, interval: 50 })
    .toBe(HEALTHY)
  const took = (performance.now() - began) / 1_000
  await runs
  return took
}

async function aNode(): Promise<{ deps: Deps; stop: () => Promise<void> }> {
  const other = await shop.again()
  const log = { info() {}, warn() {} }
  const providers = createProviders({ log, metrics: createMetrics() })
  return { deps: { ...other.deps, fetch: slow, providers }, stop: other.stop }
}

test('24 debits that hang hold up none of 176 others, and two nodes are quicker than one', async () => {
  const first = await dueContracts()
  registerDebitGauge(shop.deps)
  const lag = async () =>
    /^pardeh_debit_lag_seconds\S* (\S+)$/m.exec(await shop.deps.metrics.text())?.[1]
  expect(await lag()).toBe('300')
  const alone = await renewOn([shop.deps])
  const atOnce = most
  const debited = await debitsOf(bank.db)
  for (const { authorizationId } of first.healthy) expect(debited.get(authorizationId)).toBe(1)
  for (const { authorizationId } of first.stuck) expect(debited.has(authorizationId)).toBe(false)
  const ends = new Map(first.healthy.map(({ userId, endsAt }) => [userId, endsAt]))
  for (const { userId, startsAt } of await renewalsOf(shop.deps))
    expect(startsAt).toEqual(ends.get(userId))

  expect(await lag()).toBe('0')

  // The bank answers again: the rest is debited once, as soon as its lease is over.
  hanging.clear()
  shop.clock.advance({ minutes: 3 })
  await renew(shop.deps)
  const all = await debitsOf(bank.db)
  for (const { authorizationId } of [...first.stuck, ...first.healthy])
    expect(all.get(authorizationId)).toBe(1)
  expect(await renewalsOf(shop.deps)).toHaveLength(HEALTHY + HANGING)

  await shop.stopShop()
  shop = await openShop({
    env: { LOG_LEVEL: 'silent', ...bank.env },
    overrides: { fetch: slow },
  })
  await dueContracts()
  const other = await aNode()
  const together = await renewOn([shop.deps, other.deps])
  await other.stop()
  console.info(`176 debits: ${alone.toFixed(1)} s on one node, ${together.toFixed(1)} s on two`)
  expect(alone).toBeLessThan(30)
  expect(together).toBeLessThan(alone)
  // A node makes so many calls at once and no more.
  expect(atOnce).toBeLessThanOrEqual(32)
}, 120_000)
