import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { Language } from '#src/contract/fields.ts'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { PAYMENT_FAILURES } from '#src/contract/values.ts'
import {
  createdAt,
  enumColumn,
  id,
  localizedTextColumns,
  oneOfCheck,
  rials,
  timeColumn,
  updatedAt,
} from './columns.ts'
import { contents } from './contents.ts'
import { ddContracts } from './direct-debit-contracts.ts'
import { packages } from './packages.ts'
import { buyerId } from './users.ts'

export const voucherKinds = ['percent', 'amount', 'gift'] as const

export const redemptionStates = ['reserved', 'used', 'released'] as const

export const paymentKinds = ['subscription', 'gift', 'ticket', 'direct_debit'] as const

export const paymentStates = [
  'created',
  'redirected',
  'verifying',
  'needs_review',
  'paid',
  'failed',
  'expired',
  'reversed',
] as const

/** `owed`: the bank cannot refund the amount, so a person must transfer it. */
export const refundStates = ['requested', 'sent', 'done', 'failed', 'owed'] as const

// `used` includes reservations, so that the CHECK enforces the maximum before payment.
export const vouchers = pgTable(
  'vouchers',
  {
    id: id(),
    code: text('code').notNull().unique(),
    kind: enumColumn('kind', voucherKinds).notNull(),
    percent: smallint('percent'),
    amount: rials('amount'),
    giftDays: smallint('gift_days'),
    /** Valid only for this package; for a gift: the package that it names. */
    packageId: text('package_id').references((): AnyPgColumn => packages.id, {
      onDelete: 'restrict',
    }),
    maxUses: integer('max_uses').notNull().default(1),
    used: integer('used').notNull().default(0),
    startsAt: timeColumn('starts_at').notNull().defaultNow(),
    endsAt: timeColumn('ends_at'),
    /** After this time it gives nothing; earlier purchases stay valid. */
    revokedAt: timeColumn('revoked_at'),
    batch: text('batch'),
    createdAt: createdAt(),
  },
  t => [
    check('vouchers_code_form', sql`${t.code} ~ '^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$'`),
    oneOfCheck('vouchers_kind_known', t.kind, voucherKinds),
    check(
      'vouchers_value',
      sql`num_nonnulls(${t.percent}, ${t.amount}, ${t.giftDays}) = 1 and coalesce(case ${t.kind}
        when 'percent' then ${t.percent} between 1 and 100
        when 'amount' then ${t.amount} > 0
        else ${t.giftDays} between 1 and 3660
      end, false)`,
    ),
    check('vouchers_uses', sql`${t.used} between 0 and ${t.maxUses}`),
    check('vouchers_time', sql`${t.endsAt} > ${t.startsAt}`),
    index('vouchers_batch').on(t.batch),
  ],
)

// An invoice and its payment. A trigger makes the invoice immutable; only the state of the payment changes.
export const payments = pgTable(
  'transactions',
  {
    id: id(),
    userId: buyerId(),
    kind: enumColumn('kind', paymentKinds).notNull(),
    packageId: text('package_id').references(() => packages.id, { onDelete: 'restrict' }),
    contentId: text('content_id').references(() => contents.id, { onDelete: 'restrict' }),
    contractId: text('contract_id').references(() => ddContracts.id, { onDelete: 'restrict' }),
    voucherId: text('voucher_id').references(() => vouchers.id, { onDelete: 'restrict' }),
    ...localizedTextColumns('title', column => column.notNull()),
    /** Days of the subscription. */
    durationDays: smallint('duration_days'),
    /** Hours of the ticket. */
    ticketHours: smallint('ticket_hours'),
    price: rials('price').notNull(),
    discount: rials('discount').notNull().default(0),
    vatPercent: smallint('vat_percent').notNull(),
    vat: rials('vat').notNull(),
    total: rials('total').notNull(),
    state: enumColumn('state', paymentStates).notNull().default('created'),
    gateway: text('gateway'),
    authority: text('authority'),
    refId: text('ref_id'),
    /** Running number of paid invoices, without a gap; a job gives it about a minute after the payment. Null if nothing was sold. */
    invoiceNumber: integer('invoice_number'),
    cardMask: text('card_mask'),
    referralToken: text('referral_token'),
    /** The page that the user came from and returns to. */
    returnPath: text('return_path'),
    /** The language of the result page. */
    language: enumColumn('language', Language.options).notNull().default(DEFAULT_LANGUAGE),
    failureReason: text('failure_reason', { enum: PAYMENT_FAILURES }),
    attempts: smallint('attempts').notNull().default(0),
    /** Time of the next status inquiry at the bank. */
    checkAt: timeColumn('check_at'),
    createdAt: createdAt(),
    redirectedAt: timeColumn('redirected_at'),
    callbackAt: timeColumn('callback_at'),
    paidAt: timeColumn('paid_at'),
    expiresAt: timeColumn('expires_at').notNull(),
    updatedAt: updatedAt(),
  },
  t => [
    oneOfCheck('transactions_kind_known', t.kind, paymentKinds),
    oneOfCheck('transactions_language_known', t.language, Language.options),
    oneOfCheck('transactions_state_known', t.state, paymentStates),
    check(
      'transactions_subject',
      sql`case ${t.kind}
        when 'ticket' then num_nulls(${t.contentId}, ${t.ticketHours}) = 0
        when 'direct_debit' then num_nulls(${t.contractId}, ${t.packageId}, ${t.durationDays}) = 0
        when 'gift' then num_nulls(${t.voucherId}, ${t.durationDays}) = 0 and ${t.total} = 0
        else num_nulls(${t.packageId}, ${t.durationDays}) = 0
      end`,
    ),
    check(
      'transactions_amounts',
      sql`${t.price} >= 0 and ${t.vat} >= 0 and ${t.discount} between 0 and ${t.price}`,
    ),
    check('transactions_total', sql`${t.total} = ${t.price} - ${t.discount} + ${t.vat}`),
    // VAT is the percentage of the net price, off by less than one rial.
    check(
      'transactions_vat',
      sql`abs(${t.vat} * 100 - (${t.price} - ${t.discount}) * ${t.vatPercent}) < 100`,
    ),
    check(
      'transactions_paid',
      sql`(${t.state} in ('paid', 'reversed')) = (${t.paidAt} is not null)`,
    ),
    check(
      'transactions_paid_by',
      sql`${t.paidAt} is null or ${t.total} = 0 or num_nulls(${t.gateway}, ${t.refId}) = 0`,
    ),
    check('transactions_card_mask', sql`${t.cardMask} !~ '[0-9]{7}'`),
    unique('transactions_authority').on(t.gateway, t.authority),
    unique('transactions_ref_id').on(t.gateway, t.refId),
    index('transactions_user').on(t.userId, t.createdAt),
    index('transactions_due').on(t.gateway, t.checkAt).where(sql`${t.checkAt} is not null`),
    index('transactions_voucher').on(t.voucherId),
    index('transactions_newest').on(t.createdAt, t.id),
    index('transactions_state').on(t.state, t.createdAt, t.id),
    uniqueIndex('transactions_invoice_number').on(t.invoiceNumber),
    // Used to number the invoices, in the order in which they were paid.
    index('transactions_to_number')
      .on(t.paidAt, t.id)
      .where(sql`${t.paidAt} is not null and ${t.total} > 0 and ${t.invoiceNumber} is null`),
    // Used by the console.
    index('transactions_by_total').on(t.total, t.id),
    // Nearly all payments are for a subscription, and the console finds them without an index.
    index('transactions_kind')
      .on(t.kind, t.createdAt, t.id)
      .where(sql`${t.kind} <> 'subscription'`),
  ],
)

export const voucherRedemptions = pgTable(
  'voucher_redemptions',
  {
    id: id(),
    voucherId: text('voucher_id')
      .notNull()
      .references(() => vouchers.id, { onDelete: 'restrict' }),
    userId: buyerId(),
    paymentId: text('transaction_id')
      .notNull()
      .unique()
      .references(() => payments.id, { onDelete: 'restrict' }),
    state: enumColumn('state', redemptionStates).notNull().default('reserved'),
    createdAt: createdAt(),
    settledAt: timeColumn('settled_at'),
  },
  t => [
    oneOfCheck('voucher_redemptions_state_known', t.state, redemptionStates),
    uniqueIndex('voucher_redemptions_once_a_user')
      .on(t.voucherId, t.userId)
      .where(sql`${t.state} <> 'released'`),
  ],
)

// A payment can be refunded in several parts. A trigger in the migrations limits their sum to the amount paid.
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    paymentId: text('transaction_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'restrict' }),
    amount: rials('amount').notNull(),
    reason: text('reason').notNull(),
    state: enumColumn('state', refundStates).notNull().default('requested'),
    providerRef: text('provider_ref'),
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: timeColumn('next_attempt_at').notNull().defaultNow(),
    createdAt: createdAt(),
    doneAt: timeColumn('done_at'),
  },
  t => [
    oneOfCheck('refunds_state_known', t.state, refundStates),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_done', sql`(${t.state} = 'done') = (${t.doneAt} is not null)`),
    index('refunds_transaction').on(t.paymentId),
    index('refunds_open').on(t.nextAttemptAt).where(sql`${t.state} in ('requested', 'sent')`),
  ],
)
