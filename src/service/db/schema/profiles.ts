import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { AgeType } from '#src/contract/profiles.ts'
import {
  birthday,
  birthdayInRange,
  createdAt,
  id,
  moment,
  oneOf,
  updatedAt,
  word,
} from './columns.ts'
import { sessions, users } from './session.ts'

// Three slots a user: a fourth profile has nowhere to go. One primary, by the partial index; that it
// is never deleted nor demoted is guarded by a trigger in the migrations.
export const profiles = pgTable(
  'profiles',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    slot: smallint('slot').notNull(),
    name: text('name').notNull(),
    avatar: text('avatar'),
    ageType: word('age_type', AgeType.options).notNull().default('adult'),
    ...birthday(),
    pinHash: text('pin_hash'),
    isPrimary: boolean('is_primary').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    check('profiles_slot', sql`${t.slot} between 1 and 3`),
    check('profiles_name_length', sql`char_length(${t.name}) between 1 and 50`),
    oneOf('profiles_age_type_known', t.ageType, AgeType.options),
    birthdayInRange('profiles_birthday', t),
    unique('profiles_one_a_slot').on(t.userId, t.slot),
    uniqueIndex('profiles_one_primary').on(t.userId).where(sql`${t.isPrimary}`),
  ],
)

// One active profile a session: a switch replaces the row, and the old token is dead at once.
export const profileTokens = pgTable(
  'profile_tokens',
  {
    sessionId: text('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    profileId: text('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  t => [index('profile_tokens_profile').on(t.profileId)],
)
