import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { AgeType } from '#src/contract/profiles.ts'
import {
  birthdayCheck,
  birthdayColumns,
  createdAt,
  enumColumn,
  id,
  oneOfCheck,
  updatedAt,
} from './columns.ts'
import { users } from './users.ts'

// Three slots per user, so there is no fourth profile. The partial index allows one primary profile; a trigger in the
// migrations prevents deleting or demoting it.
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
    ageType: enumColumn('age_type', AgeType.options).notNull().default('adult'),
    ...birthdayColumns(),
    pinHash: text('pin_hash'),
    /** Id of the SECRET used for the PIN's hash (src/service/platform/keys.ts). */
    pinKeyId: text('pin_key_id'),
    isPrimary: boolean('is_primary').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    check('profiles_slot', sql`${t.slot} between 1 and 3`),
    check('profiles_name_length', sql`char_length(${t.name}) between 1 and 50`),
    oneOfCheck('profiles_age_type_known', t.ageType, AgeType.options),
    birthdayCheck('profiles_birthday', t),
    unique('profiles_one_a_slot').on(t.userId, t.slot),
    uniqueIndex('profiles_one_primary').on(t.userId).where(sql`${t.isPrimary}`),
  ],
)

/** Returns the column of a profile with which the row is deleted. */
export function profileReference() {
  return text('profile_id')
    .notNull()
    .references(() => profiles.id, { onDelete: 'cascade' })
}
