import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { Gender } from '#src/contract/session.ts'
import {
  birthdayCheck,
  birthdayColumns,
  createdAt,
  enumColumn,
  id,
  oneOfCheck,
  timeColumn,
  updatedAt,
} from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    msisdn: text('msisdn').notNull().unique(),
    name: text('name').notNull().default(''),
    family: text('family').notNull().default(''),
    email: text('email'),
    gender: enumColumn('gender', Gender.options).notNull().default('unspecified'),
    ...birthdayColumns(),
    avatar: text('avatar'),
    passwordHash: text('password_hash'),
    isSso: boolean('is_sso').notNull().default(false),
    partner: text('partner'),
    termsAcceptedAt: timeColumn('terms_accepted_at'),
    wantsReminders: boolean('wants_news').notNull().default(true),
    /** The user may not sign in. Triggers reject a session of a blocked or erased user. */
    blockedAt: timeColumn('blocked_at'),
    /** Internal reason for the team. */
    blockedReason: text('blocked_reason'),
    /** Time at which personal data was deleted by request; the row stays for the accounts. */
    erasedAt: timeColumn('erased_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    check(
      'users_msisdn_canonical',
      sql`case when ${t.erasedAt} is null then ${t.msisdn} ~ '^09[0-9]{9}$' else ${t.msisdn} = 'erased-' || ${t.id} end`,
    ),
    check('users_erased_blocked', sql`${t.erasedAt} is null or ${t.blockedAt} is not null`),
    check('users_blocked_reason', sql`${t.blockedReason} is null or ${t.blockedAt} is not null`),
    oneOfCheck('users_gender_known', t.gender, Gender.options),
    birthdayCheck('users_birthday', t),
    check('users_partner_with_sso', sql`not ${t.isSso} or ${t.partner} is not null`),
    index('users_newest').on(t.createdAt, t.id),
    // Used by the console, which finds people by the beginning of a name.
    index('users_name').on(t.name.op('text_pattern_ops')),
    index('users_family').on(t.family.op('text_pattern_ops')),
  ],
)

/** Returns the column of the user of a purchase: a user with purchases cannot be deleted. */
export function buyerId() {
  return text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'restrict' })
}
