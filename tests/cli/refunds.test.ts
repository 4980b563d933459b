// Refunds that a bank cannot reverse: the operator records the transfer, and the ledger balances.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator } from '#tests/support/operator.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => shop.stopShop())

async function refunds(...words: string[]): Promise<{ code: number; out: string }> {
  const { DATA_DIR } = shop.deps.env
  const env = { MODE: 'demo', DATABASE_URL: shop.databaseUrl, DATA_DIR }
  const { code, stdout } = await anOperator(env).run('refunds', ...words)
  return { code, out: stdout }
}

test('a refund that is owed is listed until it is paid, and the ledger balances', {
  timeout: 120_000,
}, async () => {
  const { id, page } = await shop.order(await aPayer(shop), { gateway_id: 'zibal' })
  await shop.fault('zibal.verify', 'wrong_amount')
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  expect((await refunds('list')).out).toContain(`${id}  `)
  expect((await shop.ledger()).refunds_due).toBeLessThan(0)
  expect((await refunds('done', id)).code).toBe(2)
  expect((await refunds('done', id, 'PAYA-77')).out).toContain('is marked as paid')
  expect((await refunds('done', id, 'PAYA-77')).out).toContain('was already marked')
  expect((await refunds('list')).out).toContain('0 refunds')
  expect(await shop.ledger()).toEqual({ bank: 0, revenue: 0, vat: 0, refunds_due: 0 })
})
