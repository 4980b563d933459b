/** Queries about vouchers and their use, for the team. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNull,
  max,
  min,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { payments, voucherRedemptions, vouchers } from '../../platform/db/schema/checkout.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Voucher } from './vouchers.ts'

/** Vouchers by their codes, or all of a batch. */
export type VoucherChoice = { codes: readonly string[]; batch: string | null }

function selected({ codes, batch }: VoucherChoice): SQL | undefined {
  return batch === null ? inArray(vouchers.code, [...codes]) : eq(vouchers.batch, batch)
}

/** Returns batches, newest first. `used` includes uses that open invoices reserve. */
export async function listVoucherBatches(db: Queryable, most: number) {
  return db
    .select({
      batch: vouchers.batch,
      kind: vouchers.kind,
      worth: sql<number>`coalesce(${vouchers.percent}, ${vouchers.amount}, ${vouchers.giftDays})`
        .mapWith(Number)
        .as('worth'),
      packageId: vouchers.packageId,
      codes: count().as('codes'),
      uses: sum(vouchers.maxUses).mapWith(Number).as('uses'),
      used: sum(vouchers.used).mapWith(Number).as('used_up'),
      revoked: count(vouchers.revokedAt).as('revoked'),
      startsAt: min(vouchers.startsAt).as('first_start'),
      endsAt: max(vouchers.endsAt).as('last_end'),
    })
    .from(vouchers)
    .groupBy(vouchers.batch, vouchers.kind, sql`worth`, vouchers.packageId)
    .orderBy(desc(max(vouchers.createdAt)), asc(vouchers.batch), asc(vouchers.kind), sql`worth`)
    .limit(most)
}

/** Returns the chosen vouchers, sorted by code. */
export async function listVouchers(db: Queryable, choice: VoucherChoice): Promise<Voucher[]> {
  return db.select().from(vouchers).where(selected(choice)).orderBy(asc(vouchers.code))
}

/** Returns who used the codes and for what, newest first. Released uses are left out. */
export async function listVoucherUses(db: Queryable, choice: VoucherChoice, most: number) {
  const rows = await db
    .select({
      code: vouchers.code,
      state: voucherRedemptions.state,
      at: voucherRedemptions.createdAt,
      msisdn: users.msisdn,
      payment: payments.id,
      discount: payments.discount,
      total: payments.total,
    })
    .from(voucherRedemptions)
    .innerJoin(vouchers, eq(vouchers.id, voucherRedemptions.voucherId))
    .innerJoin(payments, eq(payments.id, voucherRedemptions.paymentId))
    .innerJoin(users, eq(users.id, voucherRedemptions.userId))
    .where(and(selected(choice), inArray(voucherRedemptions.state, ['reserved', 'used'])))
    .orderBy(desc(voucherRedemptions.createdAt), desc(voucherRedemptions.id))
    .limit(most)
  return rows.map(row => ({ ...row, msisdn: maskMsisdn(row.msisdn) }))
}

/**
 * Revokes the codes. Invoices that are at a bank with one of them are still honoured. Returns the number of codes that were not revoked
 * before.
 */
export async function revokeVouchers(
  { db, databaseNow }: Pick<Deps, 'db' | 'databaseNow'>,
  choice: VoucherChoice,
): Promise<number> {
  const revokedAt = await databaseNow(db)
  const revoked = await db
    .update(vouchers)
    .set({ revokedAt })
    .where(and(selected(choice), isNull(vouchers.revokedAt)))
    .returning({ id: vouchers.id })
  return revoked.length
}
