/** A refund as the command prints it. */
import {
  planRefund,
  type RefundDone,
  type RefundOrder,
  type RejectedRefund,
} from '../../../checkout/give-back.ts'
import type { Deps } from '../../../deps.ts'
import { UsageError } from '../../framework/errors.ts'
import type { Result } from '../../framework/result.ts'
import { shownNumber } from '../../framework/table.ts'
import { line } from '../../terminal.ts'

export async function plannedRefund(deps: Deps, order: RefundOrder): Promise<Result> {
  const plan = await planRefund(deps, order)
  if (plan.state !== 'planned') throw rejection(order.id, plan)
  const { amount, vat, way, isLast } = plan
  const ends = isLast && !order.keepsAccess
  return {
    data: { payment: order.id, amount, vat, way, ends_access: ends },
    print: [
      line`${rials(amount)} of ${order.id} would be given back, ${rials(vat)} of it VAT.`,
      way === 'reverse' ? 'The bank would be asked to do it.' : 'A person would have to pay it.',
      ends ? 'What was bought would end.' : 'What was bought would stay.',
    ],
  }
}

export function refundReply(id: string, done: RefundDone | RejectedRefund): Result {
  if (done.state !== 'refunded') throw rejection(id, done)
  const { refund, amount, vat, way, withdrawn } = done
  return {
    data: { payment: id, refund: refund.id, amount, vat, way, state: refund.state, withdrawn },
    print: [
      refund.state === 'done'
        ? line`The bank gave ${rials(amount)} of ${id} back.`
        : line`${rials(amount)} of ${id} is owed.`,
      ...(refund.state === 'requested'
        ? ['The bank has not given it back yet; it is asked again every few minutes.']
        : []),
      ...(refund.state === 'owed'
        ? [line`Pay it, then: npm run refunds -- done ${id} REFERENCE --refund ${refund.id}`]
        : []),
      ...(withdrawn ? [`The ${withdrawn} has ended.`] : []),
    ],
    audit: { target: id, details: { refund: refund.id, amount, way, withdrawn } },
  }
}

function rejection(id: string, { state, left }: RejectedRefund): UsageError {
  if (state === 'unpaid')
    return new UsageError(line`Nothing was paid with ${id} that is still here.`)
  if (state === 'too_much')
    return new UsageError(line`--amount is above what is left of ${id}: ${rials(left)}.`)
  return new UsageError(line`There is no payment ${id}.`)
}

function rials(amount: number): string {
  return `${shownNumber(amount)} rials`
}
