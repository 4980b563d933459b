import type { Transaction } from '#src/contract/checkout.ts'
import {
  createSubscription,
  getTransaction,
  paySubscription,
} from '#src/contract/endpoints/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import type { Api } from '../api/client.ts'
import { toFailure } from '../api/failure.ts'
import { paymentStatusPath, successGiftPath, successPaymentPath } from '../routes.ts'

export type Order = {
  package_id: string | null
  voucher_code: string | null
  gateway_id: string | null
  /** Path of this site to return to after paying. */
  return_path?: string | null
}
/** One idempotency key per order and page: a second click, or a retry after a lost response, buys only once. */
type OrderKeys = { of: (order: Order) => string; renew: (order: Order) => void }

export function createOrderKeys(newKey: () => string): OrderKeys {
  const known = new Map<string, string>()
  const name = (order: Order) => JSON.stringify(Object.values(order))
  return {
    of: order => {
      const key = known.get(name(order)) ?? newKey()
      known.set(name(order), key)
      return key
    },
    renew: order => {
      known.delete(name(order))
    },
  }
}

type Placing = {
  keys: OrderKeys
  language: Language
  /** Amount in rials on the button. */
  total: number
}

/** The service computed another amount than the one on the button. Nothing was paid. */
export class PriceChanged extends Error {}

/**
 * Creates the invoice and requests the bank's page. Returns the URL to open.
 * @throws CallFailed, PriceChanged
 */
export async function placeOrder(api: Api, order: Order, placing: Placing): Promise<string> {
  const { keys, language } = placing
  const idempotencyKey = keys.of(order)
  const made = await api(createSubscription, { body: order }, { idempotencyKey })
  // Prices may have changed since the page was loaded: no viewer reaches the bank with an amount that was not shown.
  if (made.invoice.total !== placing.total) {
    keys.renew(order)
    throw new PriceChanged()
  }
  const params = { id: made.transaction_id }
  if (made.is_activated) return paymentResultPath(await api(getTransaction, { params }), language)
  try {
    const { redirect_url } = await api(paySubscription, { body: { transaction_id: params.id } })
    return redirect_url
  } catch (error) {
    const failure = toFailure(error)
    const isOver = failure.kind === 'api_error' && ['conflict', 'gone'].includes(failure.result)
    if (!isOver) throw error
    const found = await api(getTransaction, { params })
    if (found.status === 'paid' || found.status === 'verifying')
      return paymentResultPath(found, language)
    // That invoice is closed and the viewer pays again, which needs a new invoice and a new key.
    keys.renew(order)
    return placeOrder(api, order, placing)
  }
}

/** True while the status is not final: the page polls it. */
export function isPaymentPending({ status }: Pick<Transaction, 'status'>): boolean {
  return status === 'created' || status === 'redirected' || status === 'verifying'
}

/** Returns the path of the page that shows the result of a payment. */
export function paymentResultPath(transaction: Transaction, language: Language): string {
  if (transaction.status !== 'paid' || transaction.kind === 'ticket')
    return paymentStatusPath(transaction.id, language)
  return transaction.kind === 'gift'
    ? successGiftPath(transaction.id, language)
    : successPaymentPath(transaction.id, language)
}

/** Returns the text key of the reason why a payment brought nothing. */
export function paymentFailureKey({ failure_reason: reason, status }: Transaction) {
  const failure = reason ?? (status === 'expired' ? 'expired' : 'bank')
  return `checkout.result.failure.${failure}` as const
}
