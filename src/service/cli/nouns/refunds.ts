import { completeRefund, openRefunds, refundOf } from '../../checkout/refunds.ts'
import { UsageError } from '../framework/errors.ts'
import { parsed, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

const COLUMNS = ['payment', 'since', 'rials', 'gateway', 'bank id', 'reason', 'state'].map(
  name => ({ name, ...(name === 'rials' ? { align: 'end' as const } : {}) }),
)

export default {
  summary: 'Money that is owed to people, where a bank takes nothing back by itself',
  actions: {
    list: action({
      summary: 'Shows what is owed, the oldest first',
      effect: 'reads',
      run: async ({ deps }) => {
        const owed = await openRefunds(deps.db)
        return {
          data: owed.map(({ refund, payment }) => ({
            payment: payment.id,
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
                ...[payment.id, refund.createdAt, refund.amount, payment.gateway, payment.refId],
                ...[refund.reason, refund.state],
              ]),
            },
            `${owed.length} refund(s)`,
          ],
        }
      },
    }),
    done: action({
      summary: 'Notes that money was given back by hand',
      args: {
        payment: word('PAYMENT', 'as list shows it'),
        reference: parsed('REFERENCE', 'what the bank calls the transfer', given => {
          if (/^[\w-]{1,100}$/.test(given)) return given
          throw new UsageError('is to be the bank’s, of letters, digits and hyphens.')
        }),
      },
      effect: 'changes',
      run: async ({ deps }, { payment, reference }) => {
        const refund = await refundOf(deps.db, payment)
        if (!refund) throw new UsageError(line`Nothing is owed for the payment ${payment}.`)
        const isNew = await completeRefund(deps, refund, reference)
        return {
          data: { payment, changed: isNew },
          print: [
            isNew ? line`The payment ${payment} is given back.` : 'It was given back before.',
          ],
          audit: { target: payment, details: { reference, changed: isNew } },
        }
      },
    }),
  },
} satisfies Noun
