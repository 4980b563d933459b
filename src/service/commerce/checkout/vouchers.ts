import { and, eq, isNull, sql } from 'drizzle-orm'
import { VOUCHER_TRIES } from '#src/contract/limits.ts'
import { isViolationOf } from '../../platform/db/errors.ts'
import type { Queryable, Tx } from '../../platform/db/open.ts'
import { voucherRedemptions, vouchers } from '../../platform/db/schema/checkout.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { Reduction } from './pricing.ts'

export type Voucher = typeof vouchers.$inferSelect

export function reductionOf(voucher: Voucher): Reduction {
  if (voucher.kind === 'percent') return { kind: 'percent', percent: voucher.percent ?? 0 }
  if (voucher.kind === 'amount') return { kind: 'amount', amount: voucher.amount ?? 0 }
  return { kind: 'gift' }
}

type Buyer = {
  userId: string | null
  packageId?: string | null
  /** Name of the code in the call, for the error; `voucher_code` by default. */
  field?: string
}

/**
 * Returns the voucher of a code if this user can use it now. Each lookup counts as a try, which is returned unless the code was wrong,
 * so that codes cannot be guessed.
 * @throws ApiError too_many_requests, invalid_voucher, voucher_used
 */
export async function requireUsableVoucher(
  deps: Deps,
  code: string,
  buyer: Buyer & { tries: string },
): Promise<Voucher> {
  const { isTaken, wait } = await deps.limits.take('voucher', buyer.tries, VOUCHER_TRIES)
  if (!isTaken) throw new ApiError('too_many_requests', { retryAfter: wait })
  let isWrong = false
  try {
    return await checkedVoucher(deps.db, code, await deps.databaseNow(deps.db), buyer)
  } catch (error) {
    isWrong = error instanceof ApiError && error.result === 'invalid_voucher'
    throw error
  } finally {
    if (!isWrong) await deps.limits.giveBack('voucher', buyer.tries)
  }
}

async function checkedVoucher(
  db: Queryable,
  code: string,
  now: Date,
  buyer: Buyer,
): Promise<Voucher> {
  const { field = 'voucher_code' } = buyer
  const [voucher] = await db.select().from(vouchers).where(eq(vouchers.code, code))
  if (!voucher || !isOpen(voucher, now)) throw invalidVoucher(field)
  const isElsewhere =
    voucher.kind !== 'gift' && voucher.packageId && voucher.packageId !== buyer.packageId
  if (buyer.packageId && isElsewhere) throw invalidVoucher(field)
  const own = buyer.userId ? await redemptionOf(db, voucher.id, buyer.userId) : null
  if (own === 'used' || (voucher.used >= voucher.maxUses && own !== 'reserved'))
    throw new ApiError('voucher_used')
  return voucher
}

/** The error of a code that cannot be used. @param field its name in the call */
export function invalidVoucher(field: string): ApiError {
  return new ApiError('invalid_voucher', { errors: { [field]: 'errors.invalid_voucher' } })
}

function isOpen({ startsAt, endsAt, revokedAt }: Voucher, now: Date): boolean {
  return revokedAt === null && startsAt <= now && (endsAt === null || endsAt > now)
}

async function redemptionOf(db: Queryable, voucherId: string, userId: string) {
  const [row] = await db
    .select({ state: voucherRedemptions.state })
    .from(voucherRedemptions)
    .where(
      and(
        eq(voucherRedemptions.voucherId, voucherId),
        eq(voucherRedemptions.userId, userId),
        sql`${voucherRedemptions.state} <> 'released'`,
      ),
    )
  return row?.state ?? null
}

export type Redemption = { voucherId: string; userId: string; paymentId: string; now: Date }

/**
 * Reserves one use for an invoice, or uses it up at once. Always locks the row of the voucher first.
 * @throws ApiError voucher_used; the caller must then roll back its transaction
 */
export async function redeemVoucher(
  tx: Tx,
  { voucherId, userId, paymentId, now }: Redemption,
  state: 'reserved' | 'used',
): Promise<void> {
  if (!(await takeUse(tx, voucherId))) throw new ApiError('voucher_used')
  try {
    await tx.insert(voucherRedemptions).values({
      id: newId(),
      voucherId,
      userId,
      paymentId,
      state,
      createdAt: now,
      settledAt: state === 'used' ? now : null,
    })
  } catch (error) {
    if (isViolationOf(error, 'voucher_redemptions_once_a_user')) throw new ApiError('voucher_used')
    throw error
  }
}

async function takeUse(tx: Tx, voucherId: string): Promise<boolean> {
  const taken = await tx
    .update(vouchers)
    .set({ used: sql`${vouchers.used} + 1` })
    .where(
      and(
        eq(vouchers.id, voucherId),
        isNull(vouchers.revokedAt),
        sql`${vouchers.used} < ${vouchers.maxUses}`,
      ),
    )
    .returning({ id: vouchers.id })
  return taken.length > 0
}

/** Releases the use of an invoice. A use that was released or used up stays as it is. */
export async function releaseVoucher(
  tx: Tx,
  { id, voucherId }: { id: string; voucherId: string | null },
  now: Date,
): Promise<void> {
  if (!voucherId) return
  await tx
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(eq(vouchers.id, voucherId))
    .for('no key update')
  const released = await tx
    .update(voucherRedemptions)
    .set({ state: 'released', settledAt: now })
    .where(and(eq(voucherRedemptions.paymentId, id), eq(voucherRedemptions.state, 'reserved')))
    .returning({ id: voucherRedemptions.id })
  if (released.length > 0)
    await tx
      .update(vouchers)
      .set({ used: sql`${vouchers.used} - 1` })
      .where(eq(vouchers.id, voucherId))
}

/**
 * Uses up the voucher of a paid invoice. A late payment takes its use again. Returns false if none is left, or the user has used the
 * code for another payment since.
 */
export async function spendVoucher(
  tx: Tx,
  { id, userId, voucherId }: { id: string; userId: string; voucherId: string | null },
  now: Date,
): Promise<boolean> {
  if (!voucherId) return true
  await tx
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(eq(vouchers.id, voucherId))
    .for('no key update')
  const mine = eq(voucherRedemptions.paymentId, id)
  const [redemption] = await tx.select().from(voucherRedemptions).where(mine)
  if (!redemption) return false
  if (redemption.state === 'used') return true
  if (redemption.state === 'released') {
    if (await redemptionOf(tx, voucherId, userId)) return false
    if (!(await takeUse(tx, voucherId))) return false
  }
  await tx.update(voucherRedemptions).set({ state: 'used', settledAt: now }).where(mine)
  return true
}
