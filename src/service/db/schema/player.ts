import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { contents } from './catalogue.ts'
import { createdAt, id, moment } from './columns.ts'
import { profiles } from './profiles.ts'
import { sessions, users } from './session.ts'

// Three slots a user, taken by inserting or by overwriting an expired row: never a fourth stream.
export const playbackLeases = pgTable(
  'playback_leases',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    slot: smallint('slot').notNull(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    profileId: text('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    contentId: text('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    heartbeatAt: moment('heartbeat_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  t => [
    check('playback_leases_slot', sql`${t.slot} between 1 and 3`),
    unique('playback_leases_one_a_slot').on(t.userId, t.slot),
    index('playback_leases_session').on(t.sessionId),
    index('playback_leases_expiry').on(t.expiresAt),
  ],
)
