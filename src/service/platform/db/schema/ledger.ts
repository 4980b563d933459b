import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { payments } from './checkout.ts'
import { createdAt, enumColumn, oneOfCheck, rials } from './columns.ts'

export const ledgerAccounts = ['bank', 'revenue', 'vat', 'refunds_due'] as const

// Double entry: the amounts of one posting add up to zero (checked at commit) and rows are immutable; triggers in the
// migrations enforce both. The name of a posting is deterministic (`paid:{transaction}`), so that a retry cannot write it twice.
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    posting: text('posting').notNull(),
    account: enumColumn('account', ledgerAccounts).notNull(),
    /** Rials; a debit is positive, a credit negative. */
    amount: rials('amount').notNull(),
    paymentId: text('transaction_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'restrict' }),
    createdAt: createdAt(),
  },
  t => [
    oneOfCheck('ledger_entries_account_known', t.account, ledgerAccounts),
    check('ledger_entries_amount', sql`${t.amount} <> 0`),
    unique('ledger_entries_once').on(t.posting, t.account),
    index('ledger_entries_transaction').on(t.paymentId),
    index('ledger_entries_time').on(t.createdAt),
  ],
)
