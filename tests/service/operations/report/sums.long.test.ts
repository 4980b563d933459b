// Over 10,000 generated payments, every section of the report matches the ledger and the generated orders.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toWire } from '#src/lib/text/tehran.ts'
import { computeTotals } from '#src/service/commerce/checkout/pricing.ts'
import type { Period } from '#src/service/operations/report/period.ts'
import { buildReport } from '#src/service/operations/report/report.ts'
import type { Section } from '#src/service/operations/report/section.ts'
import { giveBack, insertPayments, type PaymentOrder } from '#tests/support/payments.ts'
import { aContent, aUser } from '#tests/support/rows.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const COUNT = 10_000
const SEED = 1405
const FIRST = Date.parse('2026-03-20T20:30:00Z')
const DAY = 86_400_000
const DAYS = 60
const PACKAGES = ['month-1', 'month-3', 'month-12', null]

let shop: Shop
let orders: PaymentOrder[]
beforeAll(async () => {
  shop = await openShop()
  const { db } = shop.deps
  const users = await Promise.all(Array.from({ length: 20 }, () => aUser(db)))
  const titles = await Promise.all(Array.from({ length: 3 }, () => aContent(db)))
  orders = fc.sample(anOrder(users, titles), { numRuns: COUNT, seed: SEED })
  const rows = await insertPayments(shop.deps, orders)
  for (const [at, order] of orders.entries()) await giveBack(shop.deps, rows[at]?.id ?? '', order)
}, 300_000)
afterAll(() => shop.stopShop())

function anOrder(users: string[], titles: string[]): fc.Arbitrary<PaymentOrder> {
  const time = fc.integer({ min: 0, max: DAYS * DAY - 1 }).map(ms => new Date(FIRST + ms))
  return fc
    .record({
      userId: fc.constantFrom(...users),
      at: time,
      packageId: fc.constantFrom(...PACKAGES),
      contentId: fc.constantFrom(...titles),
      gateway: fc.constantFrom('zarinpal', 'zibal', 'vandar'),
      price: fc.integer({ min: 10_000, max: 20_000_000 }),
      percent: fc.constantFrom(0, 0, 0, 7, 50, 100),
      isUnearned: fc.integer({ min: 0, max: 99 }).map(n => n === 0),
      parts: fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), time, fc.option(time)), {
        maxLength: 3,
      }),
      isGivenBack: fc.integer({ min: 0, max: 19 }).map(n => n === 0),
    })
    .map(({ percent, parts, isGivenBack, ...order }) => {
      const discount = Math.floor((order.price * percent) / 100)
      const { total } = computeTotals(order.price, discount)
      const isUnearned = order.isUnearned && total > 0
      const refunds =
        isGivenBack && !isUnearned && total > 0
          ? parts.map(([share, at, doneAt]) => ({
              at,
              doneAt,
              amount: Math.max(1, Math.floor((total * share) / 120)),
            }))
          : []
      return { ...order, discount, isUnearned, refunds }
    })
}

/** The expected report, computed from the orders alone. */
function expected(period: Period, of: (order: PaymentOrder) => boolean = () => true) {
  const isIn = (date: Date | null) => date !== null && date >= period.from && date < period.to
  const sums = { payments: 0, sales: 0, VAT: 0, given: 0, received: 0, 'paid back': 0 }
  for (const order of orders.filter(of)) {
    const { price, discount, vat, total } = computeTotals(order.price, order.discount)
    if (isIn(order.at)) sums.received += total
    if (isIn(order.at) && !order.isUnearned && total > 0) {
      sums.payments++
      sums.sales += price - discount
      sums.VAT += vat
    }
    for (const refund of order.refunds) {
      if (isIn(refund.at)) sums.given += refund.amount
      if (isIn(refund.doneAt)) sums['paid back'] += refund.amount
    }
  }
  return sums
}

/** Returns a row of a section by the names of its columns. */
function named({ columns }: Section, row: Section['rows'][number] = []): Record<string, number> {
  return Object.fromEntries(columns.map((name, at) => [name, Number(row[at] ?? 0)]))
}

function comparable(row: Record<string, number>) {
  const { payments = 0, sales = 0, VAT = 0, refunds = 0, received = 0 } = row
  const given = refunds + (row['refunds VAT'] ?? 0)
  return { payments, sales, VAT, given, received, 'paid back': row['paid back'] ?? 0 }
}

async function ledgerOf({ from, to }: Period): Promise<Record<string, number>> {
  const { rows } = await shop.deps.db.execute<{ account: string; sum: string }>(sql`
    select account, sum(amount)::text as sum from ledger_entries
    where created_at >= ${from.toISOString()} and created_at < ${to.toISOString()} group by account`)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]))
}

const aPeriod = fc
  .tuple(fc.integer({ min: -2, max: DAYS }), fc.integer({ min: 1, max: DAYS + 4 }))
  .map(([first, days]) => ({
    from: new Date(FIRST + first * DAY),
    to: new Date(FIRST + (first + days) * DAY),
  }))

test('the 10,000 payments include partial refunds, discounts, tickets and owed refunds', () => {
  expect(orders).toHaveLength(COUNT)
  const withParts = orders.filter(({ refunds }) => refunds.length > 1)
  expect(withParts.length).toBeGreaterThan(100)
  expect(orders.filter(({ isUnearned }) => isUnearned).length).toBeGreaterThan(50)
  expect(orders.filter(({ packageId }) => packageId === null).length).toBeGreaterThan(1_000)
})

test('packages, gateways and days match the ledger, for any days', async () => {
  await fc.assert(
    fc.asyncProperty(aPeriod, async period => {
      const ledger = await ledgerOf(period)
      const names = ['packages', 'gateways', 'days'] as const
      for (const section of await buildReport(shop.deps, period, names)) {
        const total = named(section, section.total)
        expect(total['VAT due'] ?? 0).toBe(-(ledger.vat ?? 0) || 0)
        expect(total.revenue ?? 0).toBe(-(ledger.revenue ?? 0) || 0)
        expect((total.received ?? 0) - (total['paid back'] ?? 0)).toBe(ledger.bank ?? 0)
        expect(comparable(total)).toEqual(expected(period))
      }
    }),
    { numRuns: 40, seed: SEED },
  )
})

test('each row matches the orders generated for it', async () => {
  const period = { from: new Date(FIRST), to: new Date(FIRST + DAYS * DAY) }
  const names = ['packages', 'gateways', 'days', 'cinema'] as const
  const sections = await buildReport(shop.deps, period, names)
  const row = (section: (typeof sections)[number] | undefined, key: string | null) => {
    if (!section) throw new Error('no section')
    return comparable(
      named(
        section,
        section.rows.find(([first]) => first === key),
      ),
    )
  }
  const [packages, gateways, days, cinema] = sections
  for (const id of PACKAGES)
    expect(row(packages, id ?? 'ticket')).toEqual(
      expected(period, ({ packageId }) => packageId === id),
    )
  for (const id of ['zarinpal', 'zibal', 'vandar'])
    expect(row(gateways, id)).toEqual(expected(period, ({ gateway }) => gateway === id))
  for (let day = 0; day < DAYS; day++) {
    const from = new Date(FIRST + day * DAY)
    const only = { from, to: new Date(from.getTime() + DAY) }
    expect(row(days, toWire(from).slice(0, 10))).toEqual(expected(only))
  }
  for (const id of new Set(orders.map(({ contentId }) => contentId)))
    expect(row(cinema, id)).toEqual(
      expected(period, order => order.packageId === null && order.contentId === id),
    )
})

test('the ledger as lines equals the ledger', async () => {
  const period = { from: new Date(FIRST), to: new Date(FIRST + DAYS * DAY) }
  const [lines] = await buildReport(shop.deps, period, ['ledger'])
  const sums: Record<string, number> = {}
  for (const row of lines?.rows ?? [])
    sums[String(row[3])] = (sums[String(row[3])] ?? 0) + Number(row[4])
  expect(sums).toEqual(await ledgerOf(period))
  expect(Object.values(sums).reduce((sum, amount) => sum + amount, 0)).toBe(0)
})
