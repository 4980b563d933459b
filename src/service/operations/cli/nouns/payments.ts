import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { dayText } from '#src/lib/text/written-time.ts'
import { refundPayment } from '../../../commerce/checkout/give-back.ts'
import { readInvoiceNumber } from '../../../commerce/checkout/invoice-numbers.ts'
import {
  findPaymentByInvoiceNumber,
  findPaymentByName,
  listPayments,
  readPaymentDetails,
} from '../../../commerce/checkout/payment-list.queries.ts'
import { recheckPayment } from '../../../commerce/checkout/recheck.ts'
import { paymentKinds, paymentStates } from '../../../platform/db/schema/checkout.ts'
import { listAuditEntries } from '../../audit/audit.queries.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { dayField } from '../framework/dates.ts'
import { UsageError } from '../framework/errors.ts'
import {
  choiceField,
  flagField,
  integerField,
  optional,
  parsedField,
  textField,
} from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { findUser, person } from '../person.ts'
import { line } from '../terminal.ts'
import { presentPayment, presentPayments } from './shapes/payment.ts'
import { presentPlannedRefund, presentRefund } from './shapes/refund.ts'

const COUNT = 50
const ANSWERS = 20
const MOST_RIALS = 100_000_000_000
const REASON_LENGTH = 200

const payment = textField(
  'PAYMENT',
  'the id of the payment, its reference at the bank, its authority, or the number of its invoice',
)
const user = { ...person, text: 'only payments of this user: a mobile number, or an id' }

export default {
  actions: {
    list: defineAction({
      summary: 'Lists payments, newest first',
      options: {
        user: optional(user),
        state: optional(choiceField('STATE', 'only in this state', paymentStates)),
        kind: optional(choiceField('KIND', 'only of this kind', paymentKinds)),
        gateway: optional(textField('GATEWAY', 'only payments of this gateway')),
        from: optional(dayField('DAY', 'made on this day or later')),
        to: optional(dayField('DAY', 'made on this day or before')),
        count: optional(integerField('N', `how many payments (${COUNT})`, { to: 10_000 }), COUNT),
      },
      effect: 'reads',
      run: async ({ deps }, { user, to, ...filter }) => {
        const userId = user && (await findUser(deps, user)).id
        if (filter.from && to && to < filter.from)
          throw new UsageError(
            `--to cannot be ${dayText(to)}: --from is ${dayText(filter.from)}. Give a later --to or an earlier --from.`,
          )
        const end = to && new Date(to.getTime() + DAY_MS)
        return presentPayments(await listPayments(deps.db, { ...filter, userId, to: end }))
      },
    }),
    show: defineAction({
      summary: 'Shows everything about one payment',
      args: { payment },
      effect: 'reads',
      run: async ({ deps }, { payment }) => {
        const row = await named(deps, payment)
        const asked = { actor: null, action: 'payments.recheck', target: row.id, count: ANSWERS }
        const answers = await listAuditEntries(deps.db, asked)
        return presentPayment(
          await readPaymentDetails(deps.db, row),
          answers.map(({ at, actor, details: { bank, before, after } }) => ({
            at,
            actor,
            bank,
            before,
            after,
          })),
        )
      },
    }),
    refund: defineAction({
      summary: 'Refunds a payment, in full or in part',
      details: `If the bank supports refunds it is asked at once, and the site repeats the request until it succeeds. Otherwise ./pardeh refunds
lists the refund until an operator has paid it. A full refund ends the subscription or ticket, unless --keep is given.`,
      args: { payment },
      options: {
        amount: optional(
          integerField('RIALS', 'the amount with VAT (the whole remaining amount)', {
            to: MOST_RIALS,
          }),
        ),
        reason: optional(
          parsedField('TEXT', 'the reason, for the list of refunds', given => {
            if (given.trim() && given.length <= REASON_LENGTH) return given.trim()
            throw new UsageError(`write a text of at most ${REASON_LENGTH} characters.`)
          }),
          'team',
        ),
        keep: flagField('keeps the subscription or ticket after a full refund'),
        quiet: flagField('sends no SMS to the user'),
      },
      effect: 'destroys',
      transaction: 'own',
      run: async ({ deps, service, isDryRun }, { payment, amount, reason, keep, quiet }) => {
        const { id } = await named(deps, payment)
        const request = { id, amount, reason, keepsAccess: keep, isTold: !quiet }
        return isDryRun
          ? presentPlannedRefund(await service(), request)
          : presentRefund(id, await refundPayment(await service(), request))
      },
    }),
    recheck: defineAction({
      summary: 'Asks the bank about a payment now, and applies the answer',
      args: { payment },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, service, isDryRun }, { payment }) => {
        const { id, state } = await named(deps, payment)
        if (isDryRun)
          return { data: { payment: id, state }, print: [line`The bank of ${id} would be asked.`] }
        const found = await recheckPayment(await service(), id)
        if (found.state === 'never_at_bank')
          throw new UsageError(line`The payment ${id} never reached a bank.`)
        if (found.state !== 'asked')
          throw new UsageError(line`${id} is a direct debit. The site asks its bank automatically.`)
        const { bank, before, after } = found
        return {
          data: { payment: id, bank, before, after },
          print: [
            bank === null
              ? 'The bank gave no answer.'
              : line`The bank reports ${bank.replace('_', ' ')}. The payment was ${before} and is now ${after}.`,
          ],
          isIncomplete: bank === null,
          audit: { target: id, details: { bank, before, after } },
        }
      },
    }),
  },
} satisfies Noun

async function named(deps: CommandDeps, name: string) {
  const byName = await findPaymentByName(deps.db, name)
  const number = readInvoiceNumber(name)
  const byNumber = number === null ? null : await findPaymentByInvoiceNumber(deps.db, number)
  // Banks number their references too, and a refund must not reach the wrong payment.
  if (byName && byNumber && byName.id !== byNumber.id)
    throw new UsageError(
      line`${name} is a reference of the payment ${byName.id}, and the invoice number of ${byNumber.id}. Give the id of the payment.`,
    )
  const found = byName ?? byNumber
  if (!found) throw new UsageError(line`There is no payment ${name}.`)
  return found
}
