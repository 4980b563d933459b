import type { Transaction } from '#src/contract/checkout.ts'
import {
  createSubscription,
  getTransaction,
  paySubscription,
} from '#src/contract/endpoints/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import type { Api } from '../api/client.ts'
import { failureOf } from '../api/failure.ts'
import { paymentStatusPath, successGiftPath, successPaymentPath } from '../routes.ts'

export type Order = {
  package_id: string | null
  voucher_code: string | null
  gateway_id: string | null
  /** A path of ours to lead back to after paying. */
  return_path?: string | null
}
/** One key for one order of one page, so that pressing twice, or again after a lost reply, buys once. */
export type OrderKeys = { of: (order: Order) => string; renew: (order: Order) => void }

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

type Placing = { keys: OrderKeys; language: Language }

/** Makes the invoice and asks for the bank's page; where to go next. @throws CallFailed */
export async function placeOrder(api: Api, order: Order, placing: Placing): Promise<string> {
  const { keys, language } = placing
  const idempotencyKey = keys.of(order)
  const made = await api(createSubscription, { body: order }, { idempotencyKey })
  const params = { id: made.transaction_id }
  if (made.is_activated) return resultPath(await api(getTransaction, { params }), language)
  try {
    const { redirect_url } = await api(paySubscription, { body: { transaction_id: params.id } })
    return redirect_url
  } catch (error) {
    const failure = failureOf(error)
    const isOver = failure.kind === 'api_error' && ['conflict', 'gone'].includes(failure.result)
    if (!isOver) throw error
    const found = await api(getTransaction, { params })
    if (found.status === 'paid' || found.status === 'verifying') return resultPath(found, language)
    // That invoice is over, and the person asks again: a new one, with a key that no other has.
    keys.renew(order)
    return placeOrder(api, order, placing)
  }
}

/** Still on its way: the page follows it by itself. */
export function isPending({ status }: Pick<Transaction, 'status'>): boolean {
  return status === 'created' || status === 'redirected' || status === 'verifying'
}

/** Where the end of a payment is shown. */
export function resultPath(transaction: Transaction, language: Language): string {
  if (transaction.status !== 'paid' || transaction.kind === 'ticket')
    return paymentStatusPath(transaction.id, language)
  return transaction.kind === 'gift'
    ? successGiftPath(transaction.id, language)
    : successPaymentPath(transaction.id, language)
}

const REASONS = ['amount', 'bank', 'cancelled', 'expired', 'ticket', 'voucher'] as const

/** The text that says why a payment brought nothing. */
export function failureKey({ failure_reason: reason, status }: Transaction) {
  const known = REASONS.find(name => name === reason)
  return `checkout.result.failure.${known ?? (status === 'expired' ? 'expired' : 'bank')}` as const
}
