import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  varchar,
} from 'drizzle-orm/pg-core'
import { createdAt, timeColumn } from './columns.ts'

// The response of an idempotent call, stored for a day for retries.
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** `{user}:{path of the call}`. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** Null while the first call is running. */
    response: jsonb('response').$type<unknown>(),
    /** Random id of the caller that runs the call. */
    claim: text('claim'),
    /** The caller extends this time until the call has run. Null for a call of the previous release. */
    leaseUntil: timeColumn('lease_until'),
    createdAt: createdAt(),
    expiresAt: timeColumn('expires_at').notNull().default(sql`now() + interval '1 day'`),
  },
  t => [
    primaryKey({ columns: [t.scope, t.key] }),
    check('idempotency_keys_length', sql`char_length(${t.key}) between 1 and 200`),
    index('idempotency_keys_expiry').on(t.expiresAt),
  ],
)

// Counters of rate-limiter-flexible, for limits that survive restarts and are shared by all nodes.
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  t => [index('rate_limits_expiry').on(t.expire)],
)
