import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { Contract } from '#src/contract/checkout.ts'
import { Language } from '#src/contract/fields.ts'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { createdAt, enumColumn, id, oneOfCheck, rials, timeColumn, updatedAt } from './columns.ts'
import { packages } from './packages.ts'
import { buyerId } from './users.ts'

export const contractStates = Contract.shape.status.options

export const ddContracts = pgTable(
  'dd_contracts',
  {
    id: id(),
    userId: buyerId(),
    packageId: text('package_id')
      .notNull()
      .references(() => packages.id, { onDelete: 'restrict' }),
    provider: text('provider').notNull().default('vandar'),
    bankCode: text('bank_code').notNull(),
    bankName: text('bank_name').notNull(),
    msisdn: text('msisdn').notNull(),
    /** Price of each period; a new price needs a new contract. */
    amount: rials('amount').notNull(),
    state: enumColumn('state', contractStates).notNull().default('waiting'),
    /** Token of the bank's page; single use. */
    token: text('token'),
    authorizationId: text('authorization_id'),
    /** The page that the user came from. */
    returnPath: text('return_path'),
    /** The language of the result page and of SMS messages. */
    language: enumColumn('language', Language.options).notNull().default(DEFAULT_LANGUAGE),
    /** Jalali day of month on which periods start. */
    anchorDay: smallint('anchor_day'),
    /** The last charged period. */
    period: integer('period').notNull().default(0),
    nextChargeAt: timeColumn('next_charge_at'),
    createdAt: createdAt(),
    verifiedAt: timeColumn('verified_at'),
    cancelledAt: timeColumn('cancelled_at'),
    cancelReason: text('cancel_reason'),
    expiresAt: timeColumn('expires_at').notNull(),
    updatedAt: updatedAt(),
  },
  t => [
    oneOfCheck('dd_contracts_language_known', t.language, Language.options),
    oneOfCheck('dd_contracts_state_known', t.state, contractStates),
    check('dd_contracts_amount', sql`${t.amount} > 0`),
    check('dd_contracts_anchor', sql`${t.anchorDay} between 1 and 31`),
    check(
      'dd_contracts_active',
      sql`${t.state} <> 'active' or num_nulls(${t.authorizationId}, ${t.verifiedAt}) = 0`,
    ),
    check(
      'dd_contracts_charge_only_active',
      sql`${t.nextChargeAt} is null or ${t.state} = 'active'`,
    ),
    unique('dd_contracts_token').on(t.provider, t.token),
    unique('dd_contracts_authorization').on(t.provider, t.authorizationId),
    uniqueIndex('dd_contracts_one_active').on(t.userId).where(sql`${t.state} = 'active'`),
    index('dd_contracts_user').on(t.userId),
    index('dd_contracts_due').on(t.nextChargeAt).where(sql`${t.state} = 'active'`),
  ],
)
