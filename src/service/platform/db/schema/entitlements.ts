import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { payments } from './checkout.ts'
import {
  createdAt,
  enumColumn,
  id,
  localizedTextColumns,
  oneOfCheck,
  timeColumn,
} from './columns.ts'
import { contents } from './contents.ts'
import { packages } from './packages.ts'
import { buyerId, users } from './users.ts'

export const subscriptionSources = [
  'purchase',
  'gift',
  'direct_debit',
  'partner',
  'operator',
] as const

// One period of a subscription. The unique transaction prevents a second activation; an exclusion constraint in the
// migrations prevents overlapping periods of a user.
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    userId: buyerId(),
    source: enumColumn('source', subscriptionSources).notNull(),
    paymentId: text('transaction_id')
      .unique()
      .references(() => payments.id, { onDelete: 'restrict' }),
    packageId: text('package_id').references(() => packages.id, { onDelete: 'restrict' }),
    ...localizedTextColumns('title', column => column.notNull()),
    startsAt: timeColumn('starts_at').notNull(),
    endsAt: timeColumn('ends_at').notNull(),
    revokedAt: timeColumn('revoked_at'),
    createdAt: createdAt(),
  },
  t => [
    oneOfCheck('subscriptions_source_known', t.source, subscriptionSources),
    check('subscriptions_time', sql`${t.endsAt} > ${t.startsAt}`),
    check(
      'subscriptions_paid_for',
      sql`${t.source} in ('partner', 'operator') or ${t.paymentId} is not null`,
    ),
    index('subscriptions_user').on(t.userId, t.endsAt),
    index('subscriptions_end').on(t.endsAt),
    index('subscriptions_revoked').on(t.revokedAt).where(sql`${t.revokedAt} is not null`),
    index('subscriptions_newest').on(t.userId, t.startsAt, t.id),
    // Used by the console, which counts the new subscribers of a day.
    index('subscriptions_by_time').on(t.createdAt),
  ],
)

// A subscription through a mobile operator, with its texts for the account menu.
export const carrierSubscriptions = pgTable('carrier_subscriptions', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  ...localizedTextColumns('title', column => column.notNull()),
  ...localizedTextColumns('menu', column => column.notNull()),
  endsAt: timeColumn('ends_at'),
  createdAt: createdAt(),
})

// The hours start with the first play. A row with `ended_at` allows the next purchase.
export const cinemaTickets = pgTable(
  'cinema_tickets',
  {
    id: id(),
    userId: buyerId(),
    contentId: text('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'restrict' }),
    paymentId: text('transaction_id')
      .notNull()
      .unique()
      .references(() => payments.id, { onDelete: 'restrict' }),
    hours: smallint('hours').notNull(),
    createdAt: createdAt(),
    firstPlayedAt: timeColumn('first_played_at'),
    expiresAt: timeColumn('expires_at'),
    endedAt: timeColumn('ended_at'),
  },
  t => [
    check('cinema_tickets_hours', sql`${t.hours} > 0`),
    check('cinema_tickets_window', sql`(${t.firstPlayedAt} is null) = (${t.expiresAt} is null)`),
    uniqueIndex('cinema_tickets_one_a_title')
      .on(t.userId, t.contentId)
      .where(sql`${t.endedAt} is null`),
  ],
)
