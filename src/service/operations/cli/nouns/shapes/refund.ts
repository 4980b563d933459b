/** Prints a refund, planned or done. */
import {
  planRefund,
  type RefundDone,
  type RefundRequest,
  type RejectedRefund,
} from '../../../../commerce/checkout/give-back.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { UsageError } from '../../framework/errors.ts'
import type { Result } from '../../framework/result.ts'
import { formatInteger } from '../../framework/table.ts'
import { line } from '../../terminal.ts'

export async function presentPlannedRefund(deps: Deps, request: RefundRequest): Promise<Result> {
  const plan = await planRefund(deps, request)
  if (plan.state !== 'planned') throw rejection(request.id, plan)
  const { amount, vat, way, isLast } = plan
  const ends = isLast && !request.keepsAccess
  return {
    data: { payment: request.id, amount, vat, way, ends_access: ends },
    print: [
      line`${rials(amount)} of ${request.id} would be refunded, including ${rials(vat)} of VAT.`,
      way === 'reverse'
        ? 'The bank would be asked to pay it.'
        : 'An operator would have to pay it.',
      ends ? 'The subscription or ticket would end.' : 'The subscription or ticket would stay.',
    ],
  }
}

export function presentRefund(id: string, done: RefundDone | RejectedRefund): Result {
  if (done.state !== 'refunded') throw rejection(id, done)
  const { refund, amount, vat, way, withdrawn } = done
  return {
    data: { payment: id, refund: refund.id, amount, vat, way, state: refund.state, withdrawn },
    print: [
      refund.state === 'done'
        ? line`The bank refunded ${rials(amount)} of ${id}.`
        : line`A refund of ${rials(amount)} for ${id} must be paid.`,
      ...(refund.state === 'requested'
        ? ['The bank has not paid the refund yet. The site asks it again every few minutes.']
        : []),
      ...(refund.state === 'owed'
        ? [line`Pay it, then run: ./pardeh refunds done ${id} REFERENCE --refund ${refund.id}`]
        : []),
      ...(withdrawn ? [`The ${withdrawn} has ended.`] : []),
    ],
    audit: { target: id, details: { refund: refund.id, amount, way, withdrawn } },
  }
}

function rejection(id: string, { state, left }: RejectedRefund): UsageError {
  if (state === 'unpaid') return new UsageError(line`The payment ${id} has nothing to refund.`)
  if (state === 'too_much')
    return new UsageError(
      line`--amount is more than the rest of ${id}. Refund at most ${rials(left)}.`,
    )
  return new UsageError(line`There is no payment ${id}.`)
}

function rials(amount: number): string {
  return `${formatInteger(amount)} rials`
}
