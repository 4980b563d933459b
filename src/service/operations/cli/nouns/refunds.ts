import { counted } from '#src/lib/text/count.ts'
import {
  completeRefund,
  listOpenRefunds,
  listRefundsOf,
  type RefundRow,
} from '../../../commerce/checkout/refunds.ts'
import { UsageError } from '../framework/errors.ts'
import { optional, parsedField, textField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

const COLUMNS = [
  'payment',
  'since',
  'rials',
  'gateway',
  'bank id',
  'reason',
  'state',
  'refund',
].map(name => ({ name, ...(name === 'rials' ? { align: 'end' as const } : {}) }))

export default {
  actions: {
    list: defineAction({
      summary: 'Lists refunds that are not paid yet, oldest first',
      effect: 'reads',
      run: async ({ deps }) => {
        const owed = await listOpenRefunds(deps.db)
        return {
          data: owed.map(({ refund, payment }) => ({
            payment: payment.id,
            refund: refund.id,
            since: refund.createdAt,
            amount: refund.amount,
            gateway: payment.gateway,
            ref_id: payment.refId,
            reason: refund.reason,
            state: refund.state,
          })),
          print: [
            {
              columns: COLUMNS,
              rows: owed.map(({ refund, payment }) => [
                payment.id,
                refund.createdAt,
                refund.amount,
                payment.gateway,
                payment.refId,
                refund.reason,
                refund.state,
                refund.id,
              ]),
            },
            counted(owed.length, 'refund'),
          ],
        }
      },
    }),
    done: defineAction({
      summary: 'Marks a refund as paid by hand',
      args: {
        payment: textField('PAYMENT', 'the payment that ./pardeh refunds list shows'),
        reference: parsedField('REFERENCE', 'the reference of the transfer at the bank', given => {
          if (/^[\w-]{1,100}$/.test(given)) return given
          throw new UsageError(
            'write the reference of the bank, which has letters, digits and hyphens.',
          )
        }),
      },
      options: { refund: optional(textField('ID', 'which refund, if the payment has several')) },
      effect: 'changes',
      run: async ({ deps }, { payment, reference, refund: id }) => {
        const refund = theOne(payment, await listRefundsOf(deps.db, payment), id)
        const isNew = await completeRefund(deps, refund, reference)
        return {
          data: { payment, refund: refund.id, changed: isNew },
          print: [
            isNew
              ? line`The refund of payment ${payment} is marked as paid.`
              : 'The refund was already marked as paid.',
          ],
          audit: { target: payment, details: { refund: refund.id, reference, changed: isNew } },
        }
      },
    }),
  },
} satisfies Noun

/**
 * Returns the refund with the id, or the only open refund of the payment, or the last completed one. @throws UsageError if the choice is
 * not clear
 */
function theOne(payment: string, all: readonly RefundRow[], id: string | null): RefundRow {
  const open = all.filter(({ state }) => state !== 'done')
  const [first, ...more] = id ? all.filter(refund => refund.id === id) : open
  const found = first ?? (id ? undefined : all.at(-1))
  if (!found) throw new UsageError(line`The payment ${payment} has no refund to pay.`)
  if (more.length > 0)
    throw new UsageError(
      line`The payment ${payment} has several refunds. Add --refund with one of ${open.map(refund => refund.id).join(', ')}.`,
    )
  return found
}
