import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSubscription } from '#src/contract/endpoints/checkout.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import {
  listVoucherBatches,
  listVouchers,
  listVoucherUses,
  revokeVouchers,
} from '#src/service/commerce/checkout/voucher-use.queries.ts'
import { aPayer, aVoucher, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.stopShop())

const one = (code: string) => ({ codes: [code], batch: null })

async function pay(code: string) {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer, { voucher_code: code })
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  return { id, payer }
}

test('the uses of a code show who used it, for which payment and its discount, with masked numbers', async () => {
  const code = await aVoucher(shop, { maxUses: 5, batch: 'spring' })
  const { id, payer } = await pay(code)
  const open = await shop.order(await aPayer(shop), { voucher_code: code })
  const given = await shop.order(await aPayer(shop), { voucher_code: code })
  await shop.comeBack((await shop.atBank(given.page, 'cancel')) ?? '')
  const uses = await listVoucherUses(shop.deps.db, { codes: [], batch: 'spring' }, 10)
  expect(uses).toHaveLength(2)
  expect(uses).toContainEqual(
    expect.objectContaining({
      code,
      state: 'used',
      payment: id,
      discount: 745_000,
      total: 819_500,
      msisdn: maskMsisdn(payer.msisdn),
    }),
  )
  expect(uses).toContainEqual(expect.objectContaining({ state: 'reserved', payment: open.id }))
})

test('batches show how many of their uses are taken, and how many codes are revoked', async () => {
  const first = await aVoucher(shop, { batch: 'autumn', maxUses: 3 })
  await aVoucher(shop, { batch: 'autumn', maxUses: 3 })
  await aVoucher(shop, { batch: 'autumn', kind: 'gift', giftDays: 7 })
  await pay(first)
  await revokeVouchers(shop.deps, one(first))
  const batches = (await listVoucherBatches(shop.deps.db, 100)).filter(
    ({ batch }) => batch === 'autumn',
  )
  expect(batches).toMatchObject([
    { kind: 'gift', worth: 7, codes: 1, used: 0, uses: 1, revoked: 0 },
    { kind: 'percent', worth: 50, codes: 2, used: 1, uses: 6, revoked: 1 },
  ])
})

test('a revoked code no longer works, but a pending payment with it is honoured', async () => {
  const code = await aVoucher(shop, { maxUses: 9 })
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer, { voucher_code: code })
  expect(await revokeVouchers(shop.deps, one(code))).toBe(1)
  expect(await revokeVouchers(shop.deps, one(code))).toBe(0)
  await expect(shop.order(await aPayer(shop), { voucher_code: code })).rejects.toThrow()
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  expect(await shop.state(id)).toBe('paid')
  expect(await shop.periods(payer)).toHaveLength(1)
})

test('if a gift is revoked while 16 users redeem it, exactly those who got it are counted', async () => {
  const code = await aVoucher(shop, { kind: 'gift', giftDays: 7, maxUses: 16 })
  const payers = await Promise.all(Array.from({ length: 16 }, () => aPayer(shop)))
  const [, ...tried] = await Promise.allSettled([
    revokeVouchers(shop.deps, one(code)),
    ...payers.map(payer => payer.api(createSubscription, { body: { voucher_code: code } })),
  ])
  const got = tried.filter(({ status }) => status === 'fulfilled').length
  const [row] = await listVouchers(shop.deps.db, one(code))
  expect(row?.used).toBe(got)
  const periods = await Promise.all(payers.map(payer => shop.periods(payer)))
  expect(periods.flat()).toHaveLength(got)
  await expect(
    (await aPayer(shop)).api(createSubscription, { body: { voucher_code: code } }),
  ).rejects.toThrow()
})
