/** Payments in bulk, written to the ledger by the service's own functions, and the sums that they must add up to. */
import { VAT_PERCENT } from '#src/contract/limits.ts'
import { refundPayment } from '#src/service/commerce/checkout/give-back.ts'
import { postPayment, postUnearnedPayment } from '#src/service/commerce/checkout/ledger.ts'
import { computeTotals } from '#src/service/commerce/checkout/pricing.ts'
import { completeRefund } from '#src/service/commerce/checkout/refunds.ts'
import { inTransaction } from '#src/service/platform/db/open.ts'
import { payments, refunds } from '#src/service/platform/db/schema/checkout.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { newId } from '#src/service/platform/ids.ts'

export type PaymentOrder = {
  userId: string
  at: Date
  /** Package of the demo; null for a ticket of `contentId`. */
  packageId: string | null
  contentId: string
  gateway: string
  price: number
  discount: number
  /** True if nothing could be granted, so that the whole payment must be refunded. */
  isUnearned: boolean
  /** Partial refunds and their times. `doneAt` is the time at which an operator has paid one. */
  refunds: Array<{ amount: number; at: Date; doneAt: Date | null }>
}

const CHUNK = 500

/** Returns the rows, in the order of the payments. */
export async function insertPayments(deps: Deps, orders: readonly PaymentOrder[]) {
  const rows: Array<typeof payments.$inferSelect> = []
  for (let at = 0; at < orders.length; at += CHUNK) {
    const chunk = orders.slice(at, at + CHUNK)
    await inTransaction(deps.db, async tx => {
      const made = await tx.insert(payments).values(chunk.map(rowOf)).returning()
      for (const [index, row] of made.entries()) {
        const order = chunk[index] as PaymentOrder
        if (!order.isUnearned) await postPayment(tx, row, order.at)
        else {
          await postUnearnedPayment(tx, row, row.total, order.at)
          const { id: paymentId, total: amount } = row
          await tx
            .insert(refunds)
            .values({ id: newId(), paymentId, amount, reason: 'voucher', createdAt: order.at })
        }
      }
      rows.push(...made)
    })
  }
  return rows
}

function rowOf(order: PaymentOrder): typeof payments.$inferInsert {
  const { userId, at, packageId, contentId, gateway, price, discount, isUnearned } = order
  const subject = packageId
    ? ({ kind: 'subscription', packageId, durationDays: 30 } as const)
    : ({ kind: 'ticket', contentId, ticketHours: 48 } as const)
  const id = newId()
  return {
    id,
    userId,
    ...subject,
    titleFa: 'خرید',
    titleEn: 'Purchase',
    ...computeTotals(price, discount),
    vatPercent: VAT_PERCENT,
    gateway,
    refId: id,
    state: isUnearned ? 'reversed' : 'paid',
    createdAt: at,
    paidAt: at,
    expiresAt: at,
  }
}

/** Refunds the parts that the order lists at their times, by the command's own function. */
export async function giveBack(deps: Deps, id: string, order: PaymentOrder): Promise<void> {
  for (const { amount, at, doneAt } of order.refunds) {
    const then = (date: Date) => ({ ...deps, databaseNow: async () => date })
    const done = await refundPayment(then(at), {
      id,
      amount,
      reason: 'test',
      keepsAccess: true,
      isTold: false,
    })
    if (done.state !== 'refunded') throw new Error(`the payment was not refunded: ${done.state}`)
    if (doneAt) await completeRefund(then(doneAt), done.refund, 'PAYA')
  }
}
