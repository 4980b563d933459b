/** Reports the running numbers of the invoices that were paid in a period, from which an accountant sees that none is missing. */
import { and, count, eq, gte, isNotNull, like, lt, max, min } from 'drizzle-orm'
import { payments } from '../../platform/db/schema/checkout.ts'
import { ledgerEntries } from '../../platform/db/schema/ledger.ts'
import type { MakeSection } from './section.ts'

const COLUMNS = ['first invoice number', 'last invoice number', 'invoices'] as const

export const invoicesSection: MakeSection = async ({ db }, { from, to }) => {
  const { invoiceNumber } = payments
  const { account, posting, createdAt, paymentId } = ledgerEntries
  // The time of the posting, as in all other sections, has an index; the time of the payment has none.
  const [found] = await db
    .select({ first: min(invoiceNumber), last: max(invoiceNumber), number: count() })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, paymentId))
    .where(
      and(
        gte(createdAt, from),
        lt(createdAt, to),
        eq(account, 'bank'),
        like(posting, 'paid:%'),
        isNotNull(invoiceNumber),
      ),
    )
  return {
    name: 'invoices',
    title: 'Invoice numbers',
    columns: COLUMNS,
    rows: found && found.number > 0 ? [[found.first, found.last, found.number]] : [],
    identifiers: COLUMNS.slice(0, 2),
  }
}
