import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { Contract, Renewal } from '#src/contract/checkout.ts'
import { Language } from '#src/contract/fields.ts'
import { contents } from './catalogue.ts'
import { createdAt, id, moment, oneOf, rials, updatedAt, word } from './columns.ts'
import { users } from './session.ts'

export const voucherKinds = ['percent', 'amount', 'gift'] as const
export const redemptionStates = ['reserved', 'used', 'released'] as const
export const transactionKinds = ['subscription', 'gift', 'ticket', 'direct_debit'] as const
export const transactionStates = [
  'created',
  'redirected',
  'verifying',
  'needs_review',
  'paid',
  'failed',
  'expired',
  'reversed',
] as const
export const subscriptionSources = [
  'purchase',
  'gift',
  'direct_debit',
  'partner',
  'operator',
] as const
export const contractStates = Contract.shape.status.options
export const chargeStates = ['due', 'sent', 'done', 'failed', 'cancelled'] as const
export const refundStates = ['requested', 'sent', 'done', 'failed'] as const

/** A person who bought is never deleted from under the books: `restrict`. */
function userId() {
  return text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'restrict' })
}

export const packageGroups = pgTable('package_groups', {
  id: id(),
  titleFa: text('title_fa').notNull(),
  titleEn: text('title_en').notNull(),
  position: smallint('position').notNull().default(0),
})

export const packages = pgTable(
  'packages',
  {
    id: id(),
    groupId: text('group_id')
      .notNull()
      .references(() => packageGroups.id, { onDelete: 'restrict' }),
    titleFa: text('title_fa').notNull(),
    titleEn: text('title_en').notNull(),
    descriptionFa: text('description_fa').notNull().default(''),
    descriptionEn: text('description_en').notNull().default(''),
    durationDays: smallint('duration_days').notNull(),
    price: rials('price').notNull(),
    discount: rials('discount').notNull().default(0),
    renewal: word('renewal', Renewal.options).notNull().default('once'),
    isBestOffer: boolean('is_best_offer').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    position: smallint('position').notNull().default(0),
    createdAt: createdAt(),
  },
  t => [
    oneOf('packages_renewal_known', t.renewal, Renewal.options),
    check('packages_duration', sql`${t.durationDays} between 1 and 3660`),
    check('packages_price', sql`${t.price} >= 0 and ${t.discount} between 0 and ${t.price}`),
  ],
)

// `used` counts reservations too, so the CHECK keeps the maximum even before anyone has paid.
export const vouchers = pgTable(
  'vouchers',
  {
    id: id(),
    code: text('code').notNull().unique(),
    kind: word('kind', voucherKinds).notNull(),
    percent: smallint('percent'),
    amount: rials('amount'),
    giftDays: smallint('gift_days'),
    /** Only for this package; of a gift, the package whose title it bears. */
    packageId: text('package_id').references((): AnyPgColumn => packages.id, {
      onDelete: 'restrict',
    }),
    maxUses: integer('max_uses').notNull().default(1),
    used: integer('used').notNull().default(0),
    startsAt: moment('starts_at').notNull().defaultNow(),
    endsAt: moment('ends_at'),
    batch: text('batch'),
    createdAt: createdAt(),
  },
  t => [
    check('vouchers_code_form', sql`${t.code} ~ '^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$'`),
    oneOf('vouchers_kind_known', t.kind, voucherKinds),
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
  ],
)

export const ddContracts = pgTable(
  'dd_contracts',
  {
    id: id(),
    userId: userId(),
    packageId: text('package_id')
      .notNull()
      .references(() => packages.id, { onDelete: 'restrict' }),
    provider: text('provider').notNull().default('vandar'),
    bankCode: text('bank_code').notNull(),
    bankName: text('bank_name').notNull(),
    msisdn: text('msisdn').notNull(),
    /** What each period costs; another price needs another contract. */
    amount: rials('amount').notNull(),
    state: word('state', contractStates).notNull().default('waiting'),
    /** Of the bank's page; single use. */
    token: text('token'),
    authorizationId: text('authorization_id'),
    /** The path of ours that its person came from. */
    returnPath: text('return_path'),
    /** In which its person is answered, after the bank and by SMS. */
    language: word('language', Language.options).notNull().default('fa'),
    /** Jalali day of month on which a period begins. */
    anchorDay: smallint('anchor_day'),
    /** The last period that was charged. */
    period: integer('period').notNull().default(0),
    nextChargeAt: moment('next_charge_at'),
    createdAt: createdAt(),
    verifiedAt: moment('verified_at'),
    cancelledAt: moment('cancelled_at'),
    cancelReason: text('cancel_reason'),
    expiresAt: moment('expires_at').notNull(),
    updatedAt: updatedAt(),
  },
  t => [
    oneOf('dd_contracts_language_known', t.language, Language.options),
    oneOf('dd_contracts_state_known', t.state, contractStates),
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

// An invoice and its payment. What was agreed never changes after (a trigger refuses it); only the
// payment's state does.
export const transactions = pgTable(
  'transactions',
  {
    id: id(),
    userId: userId(),
    kind: word('kind', transactionKinds).notNull(),
    packageId: text('package_id').references(() => packages.id, { onDelete: 'restrict' }),
    contentId: text('content_id').references(() => contents.id, { onDelete: 'restrict' }),
    contractId: text('contract_id').references(() => ddContracts.id, { onDelete: 'restrict' }),
    voucherId: text('voucher_id').references(() => vouchers.id, { onDelete: 'restrict' }),
    titleFa: text('title_fa').notNull(),
    titleEn: text('title_en').notNull(),
    /** Of the subscription that it buys. */
    durationDays: smallint('duration_days'),
    /** Of the ticket that it buys. */
    ticketHours: smallint('ticket_hours'),
    price: rials('price').notNull(),
    discount: rials('discount').notNull().default(0),
    vatPercent: smallint('vat_percent').notNull(),
    vat: rials('vat').notNull(),
    total: rials('total').notNull(),
    state: word('state', transactionStates).notNull().default('created'),
    gateway: text('gateway'),
    authority: text('authority'),
    refId: text('ref_id'),
    cardMask: text('card_mask'),
    referralToken: text('referral_token'),
    /** The path of ours that its person came from, and is led back to. */
    returnPath: text('return_path'),
    /** In which its person is answered after the bank. */
    language: word('language', Language.options).notNull().default('fa'),
    failureReason: text('failure_reason'),
    attempts: smallint('attempts').notNull().default(0),
    /** When the reconciliation looks at it next. */
    checkAt: moment('check_at'),
    createdAt: createdAt(),
    redirectedAt: moment('redirected_at'),
    callbackAt: moment('callback_at'),
    paidAt: moment('paid_at'),
    expiresAt: moment('expires_at').notNull(),
    updatedAt: updatedAt(),
  },
  t => [
    oneOf('transactions_kind_known', t.kind, transactionKinds),
    oneOf('transactions_language_known', t.language, Language.options),
    oneOf('transactions_state_known', t.state, transactionStates),
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
    // The tax is its percent of what is paid, to the rial, however the last one is rounded.
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
  ],
)

export const voucherRedemptions = pgTable(
  'voucher_redemptions',
  {
    id: id(),
    voucherId: text('voucher_id')
      .notNull()
      .references(() => vouchers.id, { onDelete: 'restrict' }),
    userId: userId(),
    transactionId: text('transaction_id')
      .notNull()
      .unique()
      .references(() => transactions.id, { onDelete: 'restrict' }),
    state: word('state', redemptionStates).notNull().default('reserved'),
    createdAt: createdAt(),
    settledAt: moment('settled_at'),
  },
  t => [
    oneOf('voucher_redemptions_state_known', t.state, redemptionStates),
    uniqueIndex('voucher_redemptions_once_a_user')
      .on(t.voucherId, t.userId)
      .where(sql`${t.state} <> 'released'`),
  ],
)

// One period of access. The unique transaction makes an activation happen once; an exclusion
// constraint in the migrations keeps a user's periods from overlapping.
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    userId: userId(),
    source: word('source', subscriptionSources).notNull(),
    transactionId: text('transaction_id')
      .unique()
      .references(() => transactions.id, { onDelete: 'restrict' }),
    packageId: text('package_id').references(() => packages.id, { onDelete: 'restrict' }),
    titleFa: text('title_fa').notNull(),
    titleEn: text('title_en').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    revokedAt: moment('revoked_at'),
    createdAt: createdAt(),
  },
  t => [
    oneOf('subscriptions_source_known', t.source, subscriptionSources),
    check('subscriptions_time', sql`${t.endsAt} > ${t.startsAt}`),
    check(
      'subscriptions_paid_for',
      sql`${t.source} in ('partner', 'operator') or ${t.transactionId} is not null`,
    ),
    index('subscriptions_user').on(t.userId, t.endsAt),
    index('subscriptions_end').on(t.endsAt),
  ],
)

// Access that a phone carrier gives; the titles are what the account popup shows.
export const carrierSubscriptions = pgTable('carrier_subscriptions', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  titleFa: text('title_fa').notNull(),
  titleEn: text('title_en').notNull(),
  menuFa: text('menu_fa').notNull(),
  menuEn: text('menu_en').notNull(),
  endsAt: moment('ends_at'),
  createdAt: createdAt(),
})

// One debit a contract and period, keyed alike at the bank: a second one has no row to live in.
export const ddCharges = pgTable(
  'dd_charges',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => ddContracts.id, { onDelete: 'restrict' }),
    period: integer('period').notNull(),
    /** The key of this debit at the bank. */
    trackId: text('track_id').notNull().unique(),
    amount: rials('amount').notNull(),
    state: word('state', chargeStates).notNull().default('due'),
    dueAt: moment('due_at').notNull(),
    noticedAt: moment('noticed_at'),
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at'),
    withdrawalId: text('withdrawal_id'),
    errorCode: text('error_code'),
    transactionId: text('transaction_id')
      .unique()
      .references(() => transactions.id, { onDelete: 'restrict' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    oneOf('dd_charges_state_known', t.state, chargeStates),
    check('dd_charges_period', sql`${t.period} > 0`),
    check('dd_charges_amount', sql`${t.amount} > 0`),
    check('dd_charges_done', sql`${t.state} <> 'done' or ${t.transactionId} is not null`),
    unique('dd_charges_once_a_period').on(t.contractId, t.period),
    index('dd_charges_open').on(t.nextAttemptAt).where(sql`${t.state} in ('due', 'sent')`),
  ],
)

// The hours run from the first play; a row with `ended_at` makes room for the next purchase.
export const cinemaTickets = pgTable(
  'cinema_tickets',
  {
    id: id(),
    userId: userId(),
    contentId: text('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'restrict' }),
    transactionId: text('transaction_id')
      .notNull()
      .unique()
      .references(() => transactions.id, { onDelete: 'restrict' }),
    hours: smallint('hours').notNull(),
    createdAt: createdAt(),
    firstPlayedAt: moment('first_played_at'),
    expiresAt: moment('expires_at'),
    endedAt: moment('ended_at'),
  },
  t => [
    check('cinema_tickets_hours', sql`${t.hours} > 0`),
    check('cinema_tickets_window', sql`(${t.firstPlayedAt} is null) = (${t.expiresAt} is null)`),
    uniqueIndex('cinema_tickets_one_a_title')
      .on(t.userId, t.contentId)
      .where(sql`${t.endedAt} is null`),
  ],
)

export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    transactionId: text('transaction_id')
      .notNull()
      .unique()
      .references(() => transactions.id, { onDelete: 'restrict' }),
    amount: rials('amount').notNull(),
    reason: text('reason').notNull(),
    state: word('state', refundStates).notNull().default('requested'),
    providerRef: text('provider_ref'),
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    createdAt: createdAt(),
    doneAt: moment('done_at'),
  },
  t => [
    oneOf('refunds_state_known', t.state, refundStates),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_done', sql`(${t.state} = 'done') = (${t.doneAt} is not null)`),
    index('refunds_open').on(t.nextAttemptAt).where(sql`${t.state} in ('requested', 'sent')`),
  ],
)

// The answer to a call that moves money, kept for a day, so that a retry gets it again.
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Who and what: `{user}:{call}`. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** Null while the first call is still running. */
    response: jsonb('response').$type<unknown>(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull().default(sql`now() + interval '1 day'`),
  },
  t => [
    primaryKey({ columns: [t.scope, t.key] }),
    check('idempotency_keys_length', sql`char_length(${t.key}) between 1 and 200`),
    index('idempotency_keys_expiry').on(t.expiresAt),
  ],
)
