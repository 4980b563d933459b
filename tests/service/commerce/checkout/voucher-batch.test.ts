import { afterAll, beforeAll, expect, test } from 'vitest'
import { VoucherCode } from '#src/contract/fields.ts'
import {
  createVouchers,
  type MadeVoucher,
  type VoucherBatch,
  vouchersCsv,
} from '#src/service/commerce/checkout/voucher-batch.ts'
import { vouchers } from '#src/service/platform/db/schema/checkout.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const order: VoucherBatch = {
  worth: { kind: 'percent', percent: 30 },
  count: 3,
  prefix: 'NOROOZ',
  maxUses: 1,
  packageId: null,
  startsAt: new Date('2026-03-21T00:00:00Z'),
  endsAt: new Date('2026-04-21T00:00:00Z'),
  batch: 'spring, 1405',
}
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

test('codes have the form of the specification and are distinct', async () => {
  const made = await createVouchers(database.db, { ...order, count: 1_200 }, random)
  expect(made).toHaveLength(1_200)
  expect(new Set(made.map(({ code }) => code)).size).toBe(1_200)
  for (const { code } of made) expect(VoucherCode.parse(code.toLowerCase())).toBe(code)
})

test('a code that exists already is drawn again', async () => {
  const fixed = [7, 7, 9]
  const bytes = (length: number) => new Uint8Array(length).fill(fixed.shift() ?? random(1)[0] ?? 0)
  const made = await createVouchers(database.db, { ...order, prefix: 'TWICE', count: 2 }, bytes)
  expect(new Set(made.map(({ code }) => code)).size).toBe(2)
})

test('a batch that fails creates no code', async () => {
  const before = await database.db.$count(vouchers)
  const wrong = { ...order, packageId: 'gone', count: 600 }
  await expect(createVouchers(database.db, wrong, random)).rejects.toThrow()
  expect(await database.db.$count(vouchers)).toBe(before)
})

test('the CSV has one line per code, and no cell is read as a formula', () => {
  const row: MadeVoucher = {
    id: 'v',
    code: 'NOROOZ-ABCD',
    kind: 'gift',
    percent: null,
    amount: null,
    giftDays: 30,
    packageId: null,
    maxUses: 5,
    used: 0,
    startsAt: new Date(0),
    endsAt: null,
    revokedAt: null,
    batch: '=1+1',
    createdAt: new Date(0),
  }
  expect(vouchersCsv([row]).split('\r\n')).toEqual([
    'code,kind,worth,max_uses,starts_at,ends_at,package,batch',
    `NOROOZ-ABCD,gift,30,5,1970-01-01T00:00:00.000Z,,,"'=1+1"`,
    '',
  ])
})
