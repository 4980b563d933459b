import { Msisdn } from '#src/contract/fields.ts'
import { refundPayment } from '../../checkout/give-back.ts'
import { listPayments, paymentDetails, paymentNamed } from '../../checkout/payment-list.queries.ts'
import { recheckPayment } from '../../checkout/recheck.ts'
import { transactionKinds, transactionStates } from '../../db/schema/checkout.ts'
import { userByMsisdn } from '../../session/users.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { day } from '../framework/dates.ts'
import { UsageError } from '../framework/errors.ts'
import { choice, flag, optional, parsed, whole, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'
import { listed, shown } from './shapes/payment.ts'
import { plannedRefund, refundReply } from './shapes/refund.ts'

const COUNT = 50
const DAY_MS = 86_400_000
const MOST_RIALS = 100_000_000_000
const REASON_LENGTH = 200

const payment = word('PAYMENT', 'its id, the reference of the bank or its authority')
const number = parsed('NUMBER', 'only of this mobile number', given => {
  const read = Msisdn.safeParse(given)
  if (read.success) return read.data
  throw new UsageError('is to be a mobile number such as 09120000001.')
})

export default {
  summary: 'Payments: what came in, and giving it back',
  actions: {
    list: action({
      summary: 'Shows payments, the newest first',
      options: {
        user: optional(number),
        state: optional(choice('STATE', 'only in this state', transactionStates)),
        kind: optional(choice('KIND', 'only of this kind', transactionKinds)),
        gateway: optional(word('GATEWAY', 'only of this gateway')),
        from: optional(day('DAY', 'made on this day or later')),
        to: optional(day('DAY', 'made on this day or before')),
        count: optional(whole('N', `how many (${COUNT})`, { to: 10_000 }), COUNT),
      },
      effect: 'reads',
      run: async ({ deps }, { user, to, ...filter }) => {
        const userId = user && (await userOf(deps, user))
        const end = to && new Date(to.getTime() + DAY_MS)
        return listed(await listPayments(deps.db, { ...filter, userId, to: end }))
      },
    }),
    show: action({
      summary: 'Shows everything about one payment',
      args: { payment },
      effect: 'reads',
      run: async ({ deps }, { payment }) =>
        shown(await paymentDetails(deps.db, await named(deps, payment))),
    }),
    refund: action({
      summary: 'Gives a payment back, whole or in part',
      details: `A bank that takes payments back is asked at once, and again by the site until it does; otherwise the money is owed, and refunds
shows it until a person has paid it. With the last part the subscription or the ticket ends, unless --keep is given.`,
      args: { payment },
      options: {
        amount: optional(whole('RIALS', 'a part, with VAT (all that is left)', { to: MOST_RIALS })),
        reason: optional(
          parsed('TEXT', 'why, for the list of refunds', given => {
            if (given.trim() && given.length <= REASON_LENGTH) return given.trim()
            throw new UsageError(`is to be a text of at most ${REASON_LENGTH} characters.`)
          }),
          'team',
        ),
        keep: flag('what was bought stays, also when all is given back'),
        quiet: flag('the person is not told by SMS'),
      },
      effect: 'destroys',
      transaction: 'own',
      run: async ({ deps, service, isDryRun }, { payment, amount, reason, keep, quiet }) => {
        const { id } = await named(deps, payment)
        const order = { id, amount, reason, keepsAccess: keep, isTold: !quiet }
        return isDryRun
          ? plannedRefund(await service(), order)
          : refundReply(id, await refundPayment(await service(), order))
      },
    }),
    recheck: action({
      summary: 'Asks the bank about a payment now, and does what it says',
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
          throw new UsageError(line`${id} is a direct debit; its bank is asked about it by itself.`)
        const { bank, before, after } = found
        return {
          data: { payment: id, bank, before, after },
          print: [
            bank === null
              ? 'The bank gave no answer.'
              : line`The bank says ${bank.replace('_', ' ')}. Here it was ${before}, and is ${after}.`,
          ],
          isIncomplete: bank === null,
          audit: { target: id, details: { bank, before, after } },
        }
      },
    }),
  },
} satisfies Noun

async function named(deps: CommandDeps, name: string) {
  const found = await paymentNamed(deps.db, name)
  if (!found) throw new UsageError(line`There is no payment ${name}.`)
  return found
}

async function userOf(deps: CommandDeps, msisdn: string): Promise<string> {
  const user = await userByMsisdn(deps, msisdn)
  if (!user) throw new UsageError('Nobody has this mobile number.')
  return user.id
}
