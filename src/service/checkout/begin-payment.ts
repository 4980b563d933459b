// From an invoice to the bank's page.

import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import { GatewayError } from '../adapters/payments/gateway.ts'
import { isViolationOf } from '../db/errors.ts'
import { textOf } from '../db/localized.ts'
import { transactions } from '../db/schema/checkout.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { callbackUrl } from './callback-address.ts'
import { gatewayApiError, gatewayOf } from './gateways.ts'
import { findTransaction, type TransactionRow } from './transactions.queries.ts'

/** The first look at a payment whose person has not come back from the bank. */
const FIRST_INQUIRY_MS = 2 * 60_000

type Payer = { userId: string; siteOrigin: string; language: Language }

/**
 * The bank's page for an invoice; the same one while it is open.
 * @throws ApiError not_found, conflict, gone, gateway_unavailable, gateway_timeout, provider_paused
 */
export async function beginPayment(deps: Deps, id: string, payer: Payer): Promise<string> {
  const row = await findTransaction(deps.db, id)
  if (!row || row.userId !== payer.userId) throw new ApiError('not_found')
  const now = await deps.databaseNow(deps.db)
  if (row.state === 'expired' || (row.state === 'created' && row.expiresAt <= now))
    throw new ApiError('gone')
  const { siteOrigin, language } = payer
  const gateway = gatewayOf(deps, row.gateway)
  if (row.state === 'redirected' && row.authority) return gateway.pageOf(row.authority, siteOrigin)
  if (row.state !== 'created') throw new ApiError('conflict')
  const page = await orThrow(deps, row, async () =>
    gateway.request({
      orderId: row.id,
      amount: row.total,
      description: textOf(row, 'title', language),
      msisdn: await msisdnOf(deps, row.userId),
      callbackUrl: callbackUrl(deps, { siteOrigin, gateway: gateway.id, id: row.id }),
      siteOrigin,
    }),
  )
  await deps.failpoint?.('pay:requested')
  const isOpened = await openPage(deps, row, page.authority, language)
  // Another call was faster: its page is the one, and this authority is never shown to anybody.
  return isOpened ? page.redirectUrl : beginPayment(deps, id, payer)
}

/** The payment is at the bank under this authority. Once: false when it is there already, or has ended. */
async function openPage(
  deps: Deps,
  { id }: TransactionRow,
  authority: string,
  language: Language,
): Promise<boolean> {
  const now = await deps.databaseNow(deps.db)
  const opened = await deps.db
    .update(transactions)
    .set({
      state: 'redirected',
      authority,
      language,
      redirectedAt: now,
      checkAt: new Date(now.getTime() + FIRST_INQUIRY_MS),
      updatedAt: now,
    })
    .where(and(eq(transactions.id, id), eq(transactions.state, 'created')))
    .returning({ id: transactions.id })
  return opened.length > 0
}

/**
 * Takes the authority that a bank names for a payment that has none: its answer to our request was lost on the way.
 * False when the payment has one by now, or the authority is of another.
 */
export async function adoptAuthority(deps: Deps, id: string, authority: string): Promise<boolean> {
  const now = await deps.databaseNow(deps.db)
  try {
    const adopted = await deps.db
      .update(transactions)
      .set({
        authority,
        state: sql`case ${transactions.state} when 'created' then 'redirected' else ${transactions.state} end`,
        redirectedAt: now,
        checkAt: now,
        updatedAt: now,
      })
      .where(
        and(eq(transactions.id, id), isNull(transactions.authority), gt(transactions.total, 0)),
      )
      .returning({ id: transactions.id })
    return adopted.length > 0
  } catch (error) {
    if (isViolationOf(error, 'transactions_authority')) return false
    throw error
  }
}

async function orThrow<T>(deps: Deps, row: TransactionRow, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { kind, code } = error
    deps.log.warn({ transaction: row.id, gateway: row.gateway, fault: kind, code }, 'no payment')
    throw gatewayApiError(error)
  }
}

async function msisdnOf(deps: Deps, userId: string): Promise<string> {
  const [user] = await deps.db
    .select({ msisdn: users.msisdn })
    .from(users)
    .where(eq(users.id, userId))
  return user?.msisdn ?? ''
}
