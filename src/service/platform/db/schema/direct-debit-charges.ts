import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { payments } from './checkout.ts'
import { createdAt, enumColumn, id, oneOfCheck, rials, timeColumn, updatedAt } from './columns.ts'
import { ddContracts } from './direct-debit-contracts.ts'

export const chargeStates = ['due', 'sent', 'done', 'failed', 'cancelled'] as const

// One debit per contract and period, with a unique track id at the bank: there is never a second one.
export const ddCharges = pgTable(
  'dd_charges',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => ddContracts.id, { onDelete: 'restrict' }),
    period: integer('period').notNull(),
    /** Our unique id of this debit at the bank. */
    trackId: text('track_id').notNull().unique(),
    amount: rials('amount').notNull(),
    state: enumColumn('state', chargeStates).notNull().default('due'),
    dueAt: timeColumn('due_at').notNull(),
    noticedAt: timeColumn('noticed_at'),
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: timeColumn('next_attempt_at'),
    withdrawalId: text('withdrawal_id'),
    errorCode: text('error_code'),
    paymentId: text('transaction_id')
      .unique()
      .references(() => payments.id, { onDelete: 'restrict' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    oneOfCheck('dd_charges_state_known', t.state, chargeStates),
    check('dd_charges_period', sql`${t.period} > 0`),
    check('dd_charges_amount', sql`${t.amount} > 0`),
    check('dd_charges_done', sql`${t.state} <> 'done' or ${t.paymentId} is not null`),
    unique('dd_charges_once_a_period').on(t.contractId, t.period),
    index('dd_charges_open').on(t.nextAttemptAt).where(sql`${t.state} in ('due', 'sent')`),
  ],
)
