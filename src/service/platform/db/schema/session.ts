import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Device } from '#src/contract/fields.ts'
import { AgeType } from '#src/contract/profiles.ts'
import { createdAt, enumColumn, id, msisdnCheck, oneOfCheck, timeColumn } from './columns.ts'
import { profiles } from './profiles.ts'
import { users } from './users.ts'

export const otpPurposes = [
  'login',
  'reset_pin',
  'delete_profile',
  'reauth',
  'link_partner',
] as const

/** Nodes of the previous release still write `reset_password`. */
export const limitedPurposes = ['device_choice', 'reset_pin', 'reset_password'] as const

export const authMethods = ['code', 'password'] as const

// Tries are counted before any comparison; the CHECK rejects a sixth.
export const otpChallenges = pgTable(
  'otp_challenges',
  {
    tracker: text('tracker').primaryKey(),
    msisdn: text('msisdn').notNull(),
    purpose: enumColumn('purpose', otpPurposes).notNull(),
    codeHash: text('code_hash').notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    profileId: text('profile_id').references(() => profiles.id, { onDelete: 'cascade' }),
    tries: smallint('tries').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: timeColumn('expires_at').notNull(),
    usedAt: timeColumn('used_at'),
  },
  t => [
    msisdnCheck('otp_challenges_msisdn_canonical', t.msisdn),
    oneOfCheck('otp_challenges_purpose_known', t.purpose, otpPurposes),
    check('otp_challenges_tries', sql`${t.tries} between 0 and 5`),
    check('otp_challenges_time', sql`${t.expiresAt} > ${t.createdAt}`),
    index('otp_challenges_msisdn').on(t.msisdn, t.createdAt),
    index('otp_challenges_expiry').on(t.expiresAt),
  ],
)

// A session takes one of three slots per user, so the database itself rejects a fourth.
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Id of the SECRET used for the hash (src/service/platform/keys.ts). */
    keyId: text('key_id'),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    slot: smallint('slot').notNull(),
    device: jsonb('device').$type<Device>().notNull(),
    ip: text('ip'),
    isSso: boolean('is_sso').notNull().default(false),
    /** The last re-authentication of this session, by code and by password. */
    codeVerifiedAt: timeColumn('code_proved_at'),
    passwordVerifiedAt: timeColumn('password_proved_at'),
    /** Age band of the profile that was chosen last. It is stored here, because the profile and its token may be deleted. */
    chosenAge: enumColumn('chosen_age', AgeType.options),
    /** Ids of profiles whose current PIN was entered or set in this session. */
    pinsOf: text('pins_of').array().notNull().default(sql`'{}'::text[]`),
    createdAt: createdAt(),
    lastSeenAt: timeColumn('last_seen_at').notNull().defaultNow(),
    expiresAt: timeColumn('expires_at').notNull(),
    revokedAt: timeColumn('revoked_at'),
    revokedReason: text('revoked_reason'),
  },
  t => [
    check('sessions_slot', sql`${t.slot} between 1 and 3`),
    check('sessions_time', sql`${t.expiresAt} > ${t.createdAt}`),
    uniqueIndex('sessions_one_a_slot').on(t.userId, t.slot).where(sql`${t.revokedAt} is null`),
    index('sessions_expiry').on(t.expiresAt).where(sql`${t.revokedAt} is null`),
    index('sessions_ended').on(t.revokedAt).where(sql`${t.revokedAt} is not null`),
    index('sessions_addresses').on(t.createdAt).where(sql`${t.ip} is not null`),
    index('sessions_newest').on(t.createdAt),
    index('sessions_user').on(t.userId, t.createdAt),
  ],
)

// One active profile per session: a switch replaces the row, which invalidates the old token.
export const profileTokens = pgTable(
  'profile_tokens',
  {
    sessionId: text('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    keyId: text('key_id'),
    profileId: text('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: timeColumn('expires_at').notNull(),
  },
  t => [index('profile_tokens_profile').on(t.profileId)],
)

// The account of a partner's subscriber, whom the partner's tokens identify by issuer and subject.
export const partnerLinks = pgTable(
  'partner_links',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    unique('partner_links_one_a_user').on(t.userId, t.issuer),
  ],
)

// Short-lived tokens for one purpose: ending other devices during sign-in, or resetting a PIN.
export const limitedTokens = pgTable(
  'limited_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: enumColumn('purpose', limitedPurposes).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    profileId: text('profile_id').references(() => profiles.id, { onDelete: 'cascade' }),
    device: jsonb('device').$type<Device>(),
    isSso: boolean('is_sso').notNull().default(false),
    /** The method of the sign-in that waits for a device choice. */
    authMethod: enumColumn('proved_by', authMethods),
    ip: text('ip'),
    createdAt: createdAt(),
    expiresAt: timeColumn('expires_at').notNull(),
    usedAt: timeColumn('used_at'),
  },
  t => [
    oneOfCheck('limited_tokens_purpose_known', t.purpose, limitedPurposes),
    oneOfCheck('limited_tokens_proof_known', t.authMethod, authMethods),
    check(
      'limited_tokens_pin_has_profile',
      sql`${t.purpose} <> 'reset_pin' or ${t.profileId} is not null`,
    ),
    index('limited_tokens_expiry').on(t.expiresAt),
  ],
)

// A TV shows the code and polls with its own secret; a signed-in device approves the code.
export const remoteAccess = pgTable(
  'remote_access',
  {
    id: id(),
    code: text('code').notNull(),
    pollTokenHash: text('poll_token_hash').notNull().unique(),
    device: jsonb('device').$type<Device>().notNull(),
    ip: text('ip'),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    approvedAt: timeColumn('approved_at'),
    collectedAt: timeColumn('collected_at'),
    createdAt: createdAt(),
    expiresAt: timeColumn('expires_at').notNull(),
  },
  t => [
    check('remote_access_code_form', sql`${t.code} ~ '^[0-9]{6}$'`),
    check('remote_access_approved_by', sql`(${t.approvedAt} is null) = (${t.userId} is null)`),
    check('remote_access_order', sql`${t.collectedAt} is null or ${t.approvedAt} is not null`),
    uniqueIndex('remote_access_one_a_code').on(t.code).where(sql`${t.approvedAt} is null`),
    index('remote_access_expiry').on(t.expiresAt),
  ],
)
