import { counted } from '#src/lib/text/count.ts'
import { completeRefund, openRefunds, type RefundRow, refundsOf } from '../../checkout/refunds.ts'
import { UsageError } from '../framework/errors.ts'
import { optional, parsed, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
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
                ...[payment.id, refund.createdAt, refund.amount, payment.gateway, payment.refId],
                ...[refund.reason, refund.state, refund.id],
              ]),
            },
            counted(owed.length, 'refund'),
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
      options: { refund: optional(word('ID', 'which, where several are owed for it')) },
      effect: 'changes',
      run: async ({ deps }, { payment, reference, refund: id }) => {
        const refund = theOne(payment, await refundsOf(deps.db, payment), id)
        const isNew = await completeRefund(deps, refund, reference)
        return {
          data: { payment, refund: refund.id, changed: isNew },
          print: [
            isNew ? line`The payment ${payment} is given back.` : 'It was given back before.',
          ],
          audit: { target: payment, details: { refund: refund.id, reference, changed: isNew } },
        }
      },
    }),
  },
} satisfies Noun

/** The refund that is meant: the named one, else the only one that is open, else the last that was done. */
function theOne(payment: string, all: readonly RefundRow[], id: string | null): RefundRow {
  const open = all.filter(({ state }) => state !== 'done')
  const [first, ...more] = id ? all.filter(refund => refund.id === id) : open
  const found = first ?? (id ? undefined : all.at(-1))
  if (!found) throw new UsageError(line`Nothing is owed for the payment ${payment}.`)
  if (more.length > 0)
    throw new UsageError(
      line`Several are owed for ${payment}. Add --refund with one of ${open.map(refund => refund.id).join(', ')}.`,
    )
  return found
}
