/** npm run refunds: money that is owed to people, where a bank takes nothing back by itself. */
import { parseArgs } from 'node:util'
import { completeRefund, openRefunds, refundOf } from '../checkout/refunds.ts'
import { type CliDeps, command, UsageError } from './command.ts'
import { line, row, say } from './terminal.ts'

const USAGE = `Usage: npm run refunds -- list                   what is owed, the oldest first
       npm run refunds -- done PAYMENT REFERENCE   it was given back by hand; REFERENCE is the bank's`

await command(async deps => {
  const [name, payment = '', reference = ''] = parseArgs({ allowPositionals: true }).positionals
  if (name === 'list') return list(deps)
  if (name === 'done') return done(deps, payment, reference)
  throw new UsageError(USAGE)
})

async function list({ db }: CliDeps): Promise<true> {
  const owed = await openRefunds(db)
  for (const { refund, payment } of owed) {
    const since = refund.createdAt.toISOString().slice(0, 16).replace('T', ' ')
    const bank = `${payment.gateway} ${payment.refId}`
    say(row(payment.id, since, `${refund.amount} rials`, bank, refund.reason, refund.state))
  }
  return say(`${owed.length} refund(s)`)
}

async function done(deps: CliDeps, payment: string, reference: string): Promise<true> {
  const refund = await refundOf(deps.db, payment)
  if (!refund)
    throw new UsageError(`${line`Nothing is owed for the payment ${payment}.`}\n${USAGE}`)
  if (!/^[\w-]{1,100}$/.test(reference))
    throw new UsageError(`The bank's reference is missing.\n${USAGE}`)
  const isNew = await completeRefund(deps, refund, reference)
  return say(isNew ? line`The payment ${payment} is given back.` : 'It was given back before.')
}
