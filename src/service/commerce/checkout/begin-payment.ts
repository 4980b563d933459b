// Opens the bank's page for an invoice.

import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { GatewayError } from '../../platform/adapters/payments/gateway.ts'
import { isViolationOf } from '../../platform/db/errors.ts'
import { translatedText } from '../../platform/db/localized.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { paymentCallbackUrl } from './callback-address.ts'
import { gatewayApiError, requireGateway } from './gateways.ts'
import { findPaymentRow, type PaymentRow } from './payments.queries.ts'

/** Delay of the first inquiry about a payment whose payer has not returned from the bank. */
const FIRST_INQUIRY_MS = 2 * MINUTE_MS

type Payer = { userId: string; siteOrigin: string; language: Language }

/**
 * Returns the address of the bank's page for an invoice; as long as the payment is open, the address stays the same.
 * @throws ApiError not_found, conflict, gone, gateway_unavailable, gateway_timeout, provider_paused
 */
export async function beginPayment(deps: Deps, id: string, payer: Payer): Promise<string> {
  const row = await findPaymentRow(deps.db, id)
  if (!row || row.userId !== payer.userId) throw new ApiError('not_found')
  const now = await deps.databaseNow(deps.db)
  if (row.state === 'expired' || (row.state === 'created' && row.expiresAt <= now))
    throw new ApiError('gone')
  const { siteOrigin, language } = payer
  const gateway = requireGateway(deps, row.gateway)
  if (row.state === 'redirected' && row.authority) return gateway.pageOf(row.authority, siteOrigin)
  if (row.state !== 'created') throw new ApiError('conflict')
  const page = await orThrow(deps, row, async () =>
    gateway.request({
      orderId: row.id,
      amount: row.total,
      description: translatedText(row, 'title', language),
      msisdn: await msisdnOf(deps, row.userId),
      callbackUrl: paymentCallbackUrl(deps, { siteOrigin, gateway: gateway.id, id: row.id }),
      siteOrigin,
    }),
  )
  await deps.failpoint?.('pay:requested')
  const isOpened = await openPage(deps, row, page.authority, language)
  // Another request was faster: its page counts, and this authority is never shown to a payer.
  return isOpened ? page.redirectUrl : beginPayment(deps, id, payer)
}

/** Stores that the payment is at the bank under this authority. Returns false if the payment is already there or has ended. */
async function openPage(
  deps: Deps,
  { id }: PaymentRow,
  authority: string,
  language: Language,
): Promise<boolean> {
  const now = await deps.databaseNow(deps.db)
  const opened = await deps.db
    .update(payments)
    .set({
      state: 'redirected',
      authority,
      language,
      redirectedAt: now,
      checkAt: new Date(now.getTime() + FIRST_INQUIRY_MS),
      updatedAt: now,
    })
    .where(and(eq(payments.id, id), eq(payments.state, 'created')))
    .returning({ id: payments.id })
  return opened.length > 0
}

/**
 * Stores the authority that a bank reports for a payment without one, because the bank's answer to our request was lost. Returns false
 * if the payment has an authority by now, or the authority belongs to another payment.
 */
export async function adoptAuthority(deps: Deps, id: string, authority: string): Promise<boolean> {
  const now = await deps.databaseNow(deps.db)
  try {
    const adopted = await deps.db
      .update(payments)
      .set({
        authority,
        state: sql`case ${payments.state} when 'created' then 'redirected' else ${payments.state} end`,
        redirectedAt: now,
        checkAt: now,
        updatedAt: now,
      })
      .where(and(eq(payments.id, id), isNull(payments.authority), gt(payments.total, 0)))
      .returning({ id: payments.id })
    return adopted.length > 0
  } catch (error) {
    if (isViolationOf(error, 'transactions_authority')) return false
    throw error
  }
}

async function orThrow<T>(deps: Deps, row: PaymentRow, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { kind, code } = error
    deps.log.warn(
      { payment: row.id, gateway: row.gateway, fault: kind, code },
      'the bank opened no payment',
    )
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
