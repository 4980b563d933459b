// A new price applies to new invoices; sold ones and those at a bank keep their own.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTransaction, groupPackages } from '#src/contract/endpoints/checkout.ts'
import {
  applyPackages,
  exportPackages,
  retirePackages,
  type Terms,
} from '#src/service/commerce/checkout/apply-packages.ts'
import { readSubscription } from '#src/service/commerce/entitlements/subscriptions.ts'
import { payments } from '#src/service/platform/db/schema/checkout.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.stopShop())

/** Other terms for a month. A new term does not compile until it is here, and then needs an expectation in the next test. */
const OTHER_TERMS: { [Term in keyof Terms]: Terms[Term] } = {
  price: 9_900_000,
  discount: 100_000,
  durationDays: 45,
  renewal: 'once',
}

/** Sells the packages with other terms for a month. */
async function sellMonthFor({ durationDays: days, ...terms }: Partial<Terms>): Promise<void> {
  const { groups } = await exportPackages(shop.deps.db)
  for (const item of groups.flatMap(group => group.packages))
    if (item.id === 'month-1') Object.assign(item, { ...terms, days })
  await applyPackages(shop.deps, { groups })
}

async function priceOfMonth(): Promise<number | undefined> {
  const { groups } = await (await aPayer(shop)).api(groupPackages, { body: {} })
  return groups.flatMap(group => group.packages).find(({ id }) => id === 'month-1')?.price
}

test('an open invoice is paid on its own terms, and a new one has the new terms', async () => {
  const [first, second] = [await aPayer(shop), await aPayer(shop)]
  const open = await shop.order(first)
  await sellMonthFor(OTHER_TERMS)
  expect(await priceOfMonth()).toBe(9_900_000)
  await shop.comeBack((await shop.atBank(open.page, 'pay')) ?? '')
  const paid = await first.api(getTransaction, { params: { id: open.id } })
  expect([paid.status, paid.amount, paid.package?.duration_days]).toEqual(['paid', 1_639_000, 30])
  const days = await readSubscription(shop.deps.db, first.user.id, shop.deps.now())
  expect(days.remainingDays).toBe(30)
  const next = await shop.order(second)
  const asked = await second.api(getTransaction, { params: { id: next.id } })
  expect([asked.amount, asked.package?.duration_days]).toEqual([10_780_000, 45])
})

test('a retired package gets no new invoice, but a pending one is paid', async () => {
  const payer = await aPayer(shop)
  const open = await shop.order(payer, { package_id: 'month-3' })
  await retirePackages(shop.deps, ['month-3'])
  await expect(shop.order(payer, { package_id: 'month-3' })).rejects.toThrow()
  await shop.comeBack((await shop.atBank(open.page, 'pay')) ?? '')
  expect(await shop.state(open.id)).toBe('paid')
  expect(await shop.periods(payer)).toHaveLength(1)
})

test('16 orders during a price change pay one of the two prices completely', async () => {
  await sellMonthFor({ price: 1_000_000, discount: 0, durationDays: 30 })
  const payers = await Promise.all(Array.from({ length: 16 }, () => aPayer(shop)))
  const [, ...orders] = await Promise.all([
    sellMonthFor({ price: 2_000_000, durationDays: 60 }),
    ...payers.map(payer => shop.order(payer)),
  ])
  for (const { id } of orders) {
    const [row] = await shop.deps.db.select().from(payments).where(eq(payments.id, id))
    expect([
      [1_000_000, 30],
      [2_000_000, 60],
    ]).toContainEqual([row?.price, row?.durationDays])
  }
})
