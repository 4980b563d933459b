/** Lists every line of the ledger, for accountants. */
import { and, asc, eq, gte, lt } from 'drizzle-orm'
import { toWire } from '#src/lib/text/tehran.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { ledgerEntries } from '../../platform/db/schema/ledger.ts'
import { jalaliDay } from './money.ts'
import type { MakeSection } from './section.ts'

export const ledgerSection: MakeSection = async ({ db }, { from, to }) => {
  const found = await db
    .select({ entry: ledgerEntries, payment: payments })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.paymentId))
    .where(and(gte(ledgerEntries.createdAt, from), lt(ledgerEntries.createdAt, to)))
    .orderBy(asc(ledgerEntries.createdAt), asc(ledgerEntries.id))
  return {
    name: 'ledger',
    title: 'Ledger: a debit is positive, a credit negative',
    columns: [
      'time',
      'Jalali',
      'posting',
      'account',
      'rials',
      'payment',
      'kind',
      'package',
      'gateway',
      'reference',
    ],
    rows: found.map(({ entry, payment }) => {
      const time = toWire(entry.createdAt)
      return [
        time.replace('T', ' '),
        jalaliDay(time.slice(0, 10)),
        entry.posting.split(':')[0] ?? '',
        entry.account,
        entry.amount,
        payment.id,
        payment.kind,
        payment.packageId,
        payment.gateway,
        payment.refId,
      ]
    }),
  }
}
