// 24 of 200 debits hang; the others must not wait, on one node and on two.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { registerDebitGauge } from '#src/service/commerce/direct-debit/debit-gauge.ts'
import { renewContracts } from '#src/service/commerce/direct-debit/renewal.ts'
import { createProviders } from '#src/service/platform/adapters/providers.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
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
/** The maximum number of concurrent calls of one node. */
const MOST_OF_A_NODE = 32

let bank: Bank
let dropBank: () => Promise<void>
let shop: Shop
const hanging = new Set<string>()
const calls = new Map<string, { most: number; underWay: number }>()
/** Rejects hanging calls once every other debit is done. */
let gaveUp = Promise.withResolvers<never>()
/** Calls of healthy debits wait for this. */
let open: Promise<unknown> = Promise.resolve()
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
  calls.clear()
  shop = await openShop({
    env: { LOG_LEVEL: 'silent', DB_POOL: '10', ...bank.env },
    overrides: { fetch: fetchOf('one') },
  })
})
afterEach(() => shop.stopShop())

function fetchOf(node: string): typeof fetch {
  const own = { most: 0, underWay: 0 }
  calls.set(node, own)
  return async (input, init) => {
    own.most = Math.max(own.most, ++own.underWay)
    // A call that its node has given up is under way no longer.
    const ended = rejectionOf(init?.signal)
    try {
      const asked = `${input} ${init?.body}`
      if ([...hanging].some(id => asked.includes(id)))
        return await Promise.race([gaveUp.promise, ended])
      await Promise.race([open, ended])
      return await fetch(input, init)
    } finally {
      own.underWay--
    }
  }
}

function rejectionOf(signal: AbortSignal | null | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  signal?.addEventListener('abort', () => reject(signal.reason))
  return promise
}

const underWay = () => [...calls.values()].reduce((sum, each) => sum + each.underWay, 0)

/** The worst order: hanging debits come first. */
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

/** Releases the hanging calls once every healthy contract has its period. */
async function renewOn(nodes: Deps[], begun: () => Promise<void> = async () => {}) {
  gaveUp = Promise.withResolvers<never>()
  gaveUp.promise.catch(() => undefined)
  const runs = Promise.all(nodes.map(renewContracts))
  await begun()
  await expect
    .poll(async () => (await renewalsOf(shop.deps)).length, { timeout: 60_000, interval: 50 })
    .toBe(HEALTHY)
  gaveUp.reject(new DOMException('late', 'TimeoutError'))
  await runs
}

async function aNode(): Promise<{ deps: Deps; stop: () => Promise<void> }> {
  const other = await shop.again()
  const log = { info() {}, warn() {} }
  const providers = createProviders({ log, metrics: createMetrics() })
  return { deps: { ...other.deps, fetch: fetchOf('other'), providers }, stop: other.stop }
}

test('24 hanging debits delay none of the 176 others, and two nodes do more at once than one', async () => {
  const first = await dueContracts()
  registerDebitGauge(shop.deps)
  const lag = async () =>
    /^pardeh_debit_lag_seconds\S* (\S+)$/m.exec(await shop.deps.metrics.text())?.[1]
  expect(await lag()).toBe('300')
  await renewOn([shop.deps])
  expect(calls.get('one')?.most).toBeLessThanOrEqual(MOST_OF_A_NODE)
  const debited = await debitsOf(bank.db)
  for (const { authorizationId } of first.healthy) expect(debited.get(authorizationId)).toBe(1)
  for (const { authorizationId } of first.stuck) expect(debited.has(authorizationId)).toBe(false)
  const ends = new Map(first.healthy.map(({ userId, endsAt }) => [userId, endsAt]))
  for (const { userId, startsAt } of await renewalsOf(shop.deps))
    expect(startsAt).toEqual(ends.get(userId))

  expect(await lag()).toBe('0')

  // The bank answers again: the rest is debited once, as soon as its lease has expired.
  hanging.clear()
  shop.clock.advance({ minutes: 3 })
  await renewContracts(shop.deps)
  const all = await debitsOf(bank.db)
  for (const { authorizationId } of [...first.stuck, ...first.healthy])
    expect(all.get(authorizationId)).toBe(1)
  expect(await renewalsOf(shop.deps)).toHaveLength(HEALTHY + HANGING)

  await shop.stopShop()
  shop = await openShop({
    env: { LOG_LEVEL: 'silent', ...bank.env },
    overrides: { fetch: fetchOf('one') },
  })
  await dueContracts()
  const other = await aNode()
  const { promise, resolve } = Promise.withResolvers<void>()
  open = promise
  await renewOn([shop.deps, other.deps], async () => {
    await expect.poll(underWay, { timeout: 60_000 }).toBeGreaterThan(MOST_OF_A_NODE)
    resolve()
  })
  await other.stop()
  for (const { most } of calls.values()) expect(most).toBeLessThanOrEqual(MOST_OF_A_NODE)
}, 240_000)
