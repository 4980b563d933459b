// Money that a person gives back: a bank that knows no reversal, and what the team does about it.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf } from '#tests/support/operator.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'

const root = resolve(import.meta.dirname, '../..')
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => shop.stopShop())

function refunds(...args: string[]): Promise<{ code: number; out: string }> {
  const { DATA_DIR } = shop.deps.env
  const env = { ...process.env, MODE: 'demo', DATABASE_URL: shop.databaseUrl, DATA_DIR }
  const words = [...programOf('refunds'), ...args]
  return new Promise(done => {
    execFile(process.execPath, words, { cwd: root, env }, (failure, out) =>
      done({ code: failure ? Number(failure.code) : 0, out }),
    )
  })
}

test('what is owed is listed until it was given back, and the ledger adds up', {
  timeout: 120_000,
}, async () => {
  const { id, page } = await shop.order(await aPayer(shop), { gateway_id: 'zibal' })
  await shop.fault('zibal.verify', 'wrong_amount')
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  expect((await refunds('list')).out).toContain(`${id}  `)
  expect((await shop.ledger()).refunds_due).toBeLessThan(0)
  expect((await refunds('done', id)).code).toBe(2)
  expect((await refunds('done', id, 'PAYA-77')).out).toContain('is given back')
  expect((await refunds('done', id, 'PAYA-77')).out).toContain('before')
  expect((await refunds('list')).out).toContain('0 refunds')
  expect(await shop.ledger()).toEqual({ bank: 0, revenue: 0, vat: 0, refunds_due: 0 })
})
