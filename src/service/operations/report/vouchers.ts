/** Reports the use of vouchers by batch, for payments that were settled in the period. */
import { and, asc, countDistinct, eq, gte, lt, sql } from 'drizzle-orm'
import { payments, voucherRedemptions, vouchers } from '../../platform/db/schema/checkout.ts'
import { type MakeSection, sumColumns } from './section.ts'

export const vouchersSection: MakeSection = async ({ db }, { from, to }) => {
  const { settledAt, state } = voucherRedemptions
  const number = (value: ReturnType<typeof sql>) => sql<number>`${value}`.mapWith(Number)
  const found = await db
    .select({
      batch: vouchers.batch,
      kind: vouchers.kind,
      uses: number(sql`count(*)`),
      people: countDistinct(voucherRedemptions.userId),
      codes: countDistinct(vouchers.id),
      discount: number(sql`sum(${payments.discount})`),
      net: number(sql`sum(${payments.price} - ${payments.discount})`),
    })
    .from(voucherRedemptions)
    .innerJoin(vouchers, eq(vouchers.id, voucherRedemptions.voucherId))
    .innerJoin(payments, eq(payments.id, voucherRedemptions.paymentId))
    .where(and(eq(state, 'used'), gte(settledAt, from), lt(settledAt, to)))
    .groupBy(vouchers.batch, vouchers.kind)
    .orderBy(asc(vouchers.batch), asc(vouchers.kind))
  const rows = found.map(({ batch, kind, uses, people, codes, discount, net }) => [
    batch ?? '-',
    kind,
    uses,
    people,
    codes,
    discount,
    net,
  ])
  return {
    name: 'vouchers',
    title: 'Vouchers by batch',
    columns: ['batch', 'kind', 'uses', 'people', 'codes', 'discounts', 'sales'],
    rows,
    total: sumColumns(rows, 'all'),
  }
}
