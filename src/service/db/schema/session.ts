import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import type { Device } from '#src/contract/fields.ts'
import { Gender } from '#src/contract/session.ts'
import {
  birthday,
  birthdayInRange,
  canonicalMsisdn,
  createdAt,
  id,
  moment,
  oneOf,
  updatedAt,
  word,
} from './columns.ts'
import { profiles } from './profiles.ts'

export const otpPurposes = ['login', 'reset_pin', 'delete_profile', 'reauth'] as const
/** Nodes of the version before still write `reset_password`. */
export const limitedPurposes = ['device_choice', 'reset_pin', 'reset_password'] as const
export const authMethods = ['code', 'password'] as const
export const smsStates = ['pending', 'sending', 'sent', 'failed'] as const

export const users = pgTable(
  'users',
  {
    id: id(),
    msisdn: text('msisdn').notNull().unique(),
    name: text('name').notNull().default(''),
    family: text('family').notNull().default(''),
    email: text('email'),
    gender: word('gender', Gender.options).notNull().default('unspecified'),
    ...birthday(),
    avatar: text('avatar'),
    passwordHash: text('password_hash'),
    isSso: boolean('is_sso').notNull().default(false),
    partner: text('partner'),
    termsAcceptedAt: moment('terms_accepted_at'),
    wantsReminders: boolean('wants_news').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    canonicalMsisdn('users_msisdn_canonical', t.msisdn),
    oneOf('users_gender_known', t.gender, Gender.options),
    birthdayInRange('users_birthday', t),
    check('users_partner_with_sso', sql`not ${t.isSso} or ${t.partner} is not null`),
  ],
)

// The tries are counted by an update that the CHECK refuses beyond five, before any comparison.
export const otpChallenges = pgTable(
  'otp_challenges',
  {
    tracker: text('tracker').primaryKey(),
    msisdn: text('msisdn').notNull(),
    purpose: word('purpose', otpPurposes).notNull(),
    codeHash: text('code_hash').notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    profileId: text('profile_id').references(() => profiles.id, { onDelete: 'cascade' }),
    tries: smallint('tries').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  t => [
    canonicalMsisdn('otp_challenges_msisdn_canonical', t.msisdn),
    oneOf('otp_challenges_purpose_known', t.purpose, otpPurposes),
    check('otp_challenges_tries', sql`${t.tries} between 0 and 5`),
    check('otp_challenges_time', sql`${t.expiresAt} > ${t.createdAt}`),
    index('otp_challenges_msisdn').on(t.msisdn, t.createdAt),
    index('otp_challenges_expiry').on(t.expiresAt),
  ],
)

// One row a message. The dedupe key makes a job that runs twice send once.
export const smsOutbox = pgTable(
  'sms_outbox',
  {
    id: id(),
    to: text('to').notNull(),
    kind: text('kind').notNull(),
    text: text('text').notNull(),
    /** Sealed with a derived key outside the demo, and erased once sent. */
    code: text('code'),
    status: word('status', smsStates).notNull().default('pending'),
    attempts: smallint('attempts').notNull().default(0),
    dedupeKey: text('dedupe_key').unique(),
    providerRef: text('provider_ref'),
    failure: text('failure'),
    createdAt: createdAt(),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    sentAt: moment('sent_at'),
  },
  t => [
    canonicalMsisdn('sms_outbox_to_canonical', t.to),
    oneOf('sms_outbox_status_known', t.status, smsStates),
    check('sms_outbox_sent_has_time', sql`(${t.status} = 'sent') = (${t.sentAt} is not null)`),
    index('sms_outbox_due').on(t.nextAttemptAt).where(sql`${t.status} in ('pending', 'sending')`),
    index('sms_outbox_newest').on(t.to, t.createdAt),
  ],
)

// A signed-in device takes one of three slots, so the database itself refuses a fourth.
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: text('token_hash').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    slot: smallint('slot').notNull(),
    device: jsonb('device').$type<Device>().notNull(),
    ip: text('ip'),
    isSso: boolean('is_sso').notNull().default(false),
    /** When this session last proved that it is the owner's, by a code and by the password. */
    codeVerifiedAt: moment('code_proved_at'),
    passwordVerifiedAt: moment('password_proved_at'),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    revokedReason: text('revoked_reason'),
  },
  t => [
    check('sessions_slot', sql`${t.slot} between 1 and 3`),
    check('sessions_time', sql`${t.expiresAt} > ${t.createdAt}`),
    uniqueIndex('sessions_one_a_slot').on(t.userId, t.slot).where(sql`${t.revokedAt} is null`),
    index('sessions_expiry').on(t.expiresAt).where(sql`${t.revokedAt} is null`),
  ],
)

// Tokens that serve one purpose for minutes: choosing the device to end, setting a PIN anew.
export const limitedTokens = pgTable(
  'limited_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: word('purpose', limitedPurposes).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    profileId: text('profile_id').references(() => profiles.id, { onDelete: 'cascade' }),
    device: jsonb('device').$type<Device>(),
    isSso: boolean('is_sso').notNull().default(false),
    /** How the sign-in that waits for a device choice was proved. */
    authMethod: word('proved_by', authMethods),
    ip: text('ip'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  t => [
    oneOf('limited_tokens_purpose_known', t.purpose, limitedPurposes),
    oneOf('limited_tokens_proof_known', t.authMethod, authMethods),
    check(
      'limited_tokens_pin_has_profile',
      sql`${t.purpose} <> 'reset_pin' or ${t.profileId} is not null`,
    ),
    index('limited_tokens_expiry').on(t.expiresAt),
  ],
)

// A TV shows the code and polls with its own secret; a signed-in phone approves the code.
export const remoteAccess = pgTable(
  'remote_access',
  {
    id: id(),
    code: text('code').notNull(),
    pollTokenHash: text('poll_token_hash').notNull().unique(),
    device: jsonb('device').$type<Device>().notNull(),
    ip: text('ip'),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    approvedAt: moment('approved_at'),
    collectedAt: moment('collected_at'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  t => [
    check('remote_access_code_form', sql`${t.code} ~ '^[0-9]{6}$'`),
    check('remote_access_approved_by', sql`(${t.approvedAt} is null) = (${t.userId} is null)`),
    check('remote_access_order', sql`${t.collectedAt} is null or ${t.approvedAt} is not null`),
    uniqueIndex('remote_access_one_a_code').on(t.code).where(sql`${t.approvedAt} is null`),
    index('remote_access_expiry').on(t.expiresAt),
  ],
)

// rate-limiter-flexible's own shape: the limits that must outlive a restart and hold on every node.
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  t => [index('rate_limits_expiry').on(t.expire)],
)
