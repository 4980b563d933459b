import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { Renewal } from '#src/contract/checkout.ts'
import {
  createdAt,
  enumColumn,
  id,
  localizedTextColumns,
  oneOfCheck,
  rials,
  timeColumn,
} from './columns.ts'

export const packageGroups = pgTable('package_groups', {
  id: id(),
  ...localizedTextColumns('title', column => column.notNull()),
  position: smallint('position').notNull().default(0),
})

export const packages = pgTable(
  'packages',
  {
    id: id(),
    groupId: text('group_id')
      .notNull()
      .references(() => packageGroups.id, { onDelete: 'restrict' }),
    ...localizedTextColumns('title', column => column.notNull()),
    ...localizedTextColumns('description', column => column.notNull().default('')),
    durationDays: smallint('duration_days').notNull(),
    price: rials('price').notNull(),
    discount: rials('discount').notNull().default(0),
    renewal: enumColumn('renewal', Renewal.options).notNull().default('once'),
    isBestOffer: boolean('is_best_offer').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    position: smallint('position').notNull().default(0),
    createdAt: createdAt(),
  },
  t => [
    oneOfCheck('packages_renewal_known', t.renewal, Renewal.options),
    check('packages_duration', sql`${t.durationDays} between 1 and 3660`),
    check('packages_price', sql`${t.price} >= 0 and ${t.discount} between 0 and ${t.price}`),
  ],
)

// Prices that begin later. A job writes each into its package when its time has come.
export const packagePrices = pgTable(
  'package_prices',
  {
    id: id(),
    packageId: text('package_id')
      .notNull()
      .references(() => packages.id, { onDelete: 'cascade' }),
    startsAt: timeColumn('starts_at').notNull(),
    price: rials('price').notNull(),
    discount: rials('discount').notNull().default(0),
    appliedAt: timeColumn('applied_at'),
    createdAt: createdAt(),
  },
  t => [
    unique('package_prices_start').on(t.packageId, t.startsAt),
    check(
      'package_prices_amounts',
      sql`${t.price} >= 0 and ${t.discount} between 0 and ${t.price}`,
    ),
    index('package_prices_due').on(t.startsAt).where(sql`${t.appliedAt} is null`),
  ],
)
