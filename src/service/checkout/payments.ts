// The life of a payment: created → redirected → verifying → paid, failed, expired or reversed. Every step is a
// compare-and-set on the row, so that any number of callbacks, retries and nodes take it once.
import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import { GatewayFault } from '../adapters/payments/gateway.ts'
import { inTransaction } from '../db/open.ts'
import { transactions } from '../db/schema/checkout.ts'
import { users } from '../db/schema/session.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { gatewayOf } from './gateways.ts'
import { grantPaid, type Receipt } from './grants.ts'
import { refundOf, sendRefund } from './refunds.ts'
import {
  findTransaction,
  lockTransaction,
  OPEN_STATES,
  type TransactionRow,
} from './transactions.queries.ts'
import { releaseVoucher } from './vouchers.ts'

/** The first look at a payment whose person has not come back from the bank. */
const FIRST_LOOK = 2 * 60_000
/** How long one verification keeps others from asking the same. */
const LEASE = 30_000
const REVIEW_LONGEST = 5 * 60_000

type Payer = { userId: string; siteOrigin: string; language: Language }

/**
 * The bank's page for an invoice; the same one while it is open.
 * @throws Refusal not_found, conflict, gone, gateway_unavailable, gateway_timeout
 */
export async function beginPayment(deps: Deps, id: string, payer: Payer): Promise<string> {
  const row = await findTransaction(deps.db, id)
  if (!row || row.userId !== payer.userId) throw new Refusal('not_found')
  if (row.state === 'expired' || (row.state === 'created' && row.expiresAt <= deps.now()))
    throw new Refusal('gone')
  const gateway = gatewayOf(deps, row.gateway)
  if (row.state === 'redirected' && row.authority)
    return gateway.pageOf(row.authority, payer.siteOrigin)
  if (row.state !== 'created') throw new Refusal('conflict')
  const page = await orRefuse(deps, row, async () =>
    gateway.request({
      orderId: row.id,
      amount: row.total,
      description: payer.language === 'fa' ? row.titleFa : row.titleEn,
      msisdn: await msisdnOf(deps, row.userId),
      callbackUrl: `${payer.siteOrigin}/payments/${gateway.id}/callback`,
      siteOrigin: payer.siteOrigin,
    }),
  )
  await deps.reach?.('pay:requested')
  const now = deps.now()
  const [redirected] = await deps.db
    .update(transactions)
    .set({
      state: 'redirected',
      authority: page.authority,
      language: payer.language,
      redirectedAt: now,
      checkAt: new Date(now.getTime() + FIRST_LOOK),
      updatedAt: now,
    })
    .where(and(eq(transactions.id, id), eq(transactions.state, 'created')))
    .returning({ id: transactions.id })
  // Another call was faster: its page is the one, and this authority is never shown to anybody.
  return redirected ? page.redirectUrl : beginPayment(deps, id, payer)
}

async function orRefuse<T>(deps: Deps, row: TransactionRow, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
    deps.log.warn({ transaction: row.id, gateway: row.gateway, fault: error.message }, 'no payment')
    throw new Refusal(error.kind === 'timeout' ? 'gateway_timeout' : 'gateway_unavailable')
  }
}

async function msisdnOf(deps: Deps, userId: string): Promise<string> {
  const [user] = await deps.db
    .select({ msisdn: users.msisdn })
    .from(users)
    .where(eq(users.id, userId))
  return user?.msisdn ?? ''
}

/**
 * Asks the bank about a payment and settles what it says. Also for one that had ended here: a late payment is
 * granted, or given back. Returns the payment as it stands after.
 */
export async function settle(deps: Deps, id: string): Promise<TransactionRow | null> {
  const row = await claim(deps, id)
  if (!row?.authority) return findTransaction(deps.db, id)
  await deps.reach?.('verify:before')
  const verified = await gatewayOf(deps, row.gateway).verify({
    authority: row.authority,
    amount: row.total,
  })
  await deps.reach?.('verify:after')
  if (verified.state === 'paid') return settlePaid(deps, row, verified)
  if (verified.state === 'pending') {
    deps.log.warn({ transaction: id, gateway: row.gateway, code: verified.code }, 'not verified')
    return review(deps, row)
  }
  if (verified.state !== 'unpaid')
    deps.log.error({ transaction: id, gateway: row.gateway, code: verified.code }, verified.state)
  return endPayment(deps, id, 'failed', verified.state === 'mismatch' ? 'amount' : 'bank')
}

/** Takes a payment for verification; nobody else asks the bank about it while the lease lasts. */
async function claim(deps: Deps, id: string): Promise<TransactionRow | null> {
  const now = deps.now()
  const isFree = inArray(transactions.state, ['redirected', 'needs_review', 'failed', 'expired'])
  const isLeft = and(eq(transactions.state, 'verifying'), lte(transactions.checkAt, now))
  const [row] = await deps.db
    .update(transactions)
    .set({
      state: 'verifying',
      callbackAt: sql`coalesce(${transactions.callbackAt}, ${now.toISOString()}::timestamptz)`,
      checkAt: new Date(now.getTime() + LEASE),
      attempts: sql`least(${transactions.attempts} + 1, 1000)`,
      updatedAt: now,
    })
    .where(and(eq(transactions.id, id), isNotNull(transactions.authority), or(isFree, isLeft)))
    .returning()
  return row ?? null
}

async function settlePaid(
  deps: Deps,
  { id }: TransactionRow,
  { refId, cardMask, amount }: Receipt,
): Promise<TransactionRow> {
  const settled = await inTransaction(deps.db, async tx => {
    const row = await lockTransaction(tx, id)
    if (row.state === 'paid' || row.state === 'reversed') return row
    const granted = await grantPaid(tx, row, { refId, cardMask, amount }, deps.now())
    await deps.reach?.('grant:before-commit')
    return granted
  })
  await deps.reach?.('grant:after-commit')
  const refund = settled.state === 'reversed' ? await refundOf(deps.db, id) : null
  if (refund) await sendRefund(deps, refund)
  return settled
}

/** The bank said nothing of use: looked at again after ever longer pauses. */
async function review(
  deps: Deps,
  { id, attempts }: TransactionRow,
): Promise<TransactionRow | null> {
  const now = deps.now()
  const pause = Math.min(10_000 * 2 ** Math.min(attempts, 10), REVIEW_LONGEST)
  await deps.db
    .update(transactions)
    .set({ state: 'needs_review', checkAt: new Date(now.getTime() + pause), updatedAt: now })
    .where(and(eq(transactions.id, id), eq(transactions.state, 'verifying')))
  return findTransaction(deps.db, id)
}

/** Ends a payment that brought no money, and gives its voucher back. */
export async function endPayment(
  deps: Deps,
  id: string,
  state: 'failed' | 'expired',
  reason: string,
): Promise<TransactionRow> {
  return inTransaction(deps.db, async tx => {
    const row = await lockTransaction(tx, id)
    if (!OPEN_STATES.some(open => open === row.state)) return row
    const now = deps.now()
    await releaseVoucher(tx, row, now)
    const [ended] = await tx
      .update(transactions)
      .set({
        state,
        failureReason: row.failureReason ?? reason,
        checkAt: null,
        updatedAt: now,
      })
      .where(eq(transactions.id, id))
      .returning()
    return ended ?? row
  })
}
