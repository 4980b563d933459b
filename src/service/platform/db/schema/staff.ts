import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, enumColumn, id, oneOfCheck, timeColumn } from './columns.ts'

export const STAFF_ROLES = ['editor', 'support', 'finance', 'marketing', 'admin'] as const

// Members of the team who use the console. They are no users of the site.
export const staffAccounts = pgTable(
  'staff_accounts',
  {
    id: id(),
    /** The address in lower case, which is the actor in the audit log. */
    email: text('email').notNull().unique(),
    name: text('name').notNull().default(''),
    role: enumColumn('role', STAFF_ROLES).notNull(),
    passwordHash: text('password_hash'),
    /** The secret of the authenticator, encrypted (src/service/operations/staff/sealed.ts). */
    totpSecret: text('totp_secret'),
    /** The step of the last accepted code: no code works twice. */
    totpStep: bigint('totp_step', { mode: 'number' }).notNull().default(0),
    /** Keyed hashes of the recovery codes that are left. */
    recoveryHashes: text('recovery_hashes').array().notNull().default(sql`'{}'`),
    invitationHash: text('invitation_hash').unique(),
    invitationEndsAt: timeColumn('invitation_ends_at'),
    /** Time at which the invitation was accepted. */
    activeSince: timeColumn('active_since'),
    createdAt: createdAt(),
  },
  t => [
    oneOfCheck('staff_accounts_role_known', t.role, STAFF_ROLES),
    check('staff_accounts_email_form', sql`${t.email} = lower(${t.email}) and ${t.email} ~ '@'`),
    check(
      'staff_accounts_active',
      sql`${t.activeSince} is null or num_nulls(${t.passwordHash}, ${t.totpSecret}) = 0`,
    ),
  ],
)

function staffId() {
  return text('account_id')
    .notNull()
    .references(() => staffAccounts.id, { onDelete: 'cascade' })
}

export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: id(),
    accountId: staffId(),
    /** A keyed hash of the cookie. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The browser, as it named itself. */
    agent: text('agent').notNull().default(''),
    createdAt: createdAt(),
    lastSeenAt: timeColumn('last_seen_at').notNull().defaultNow(),
  },
  t => [
    index('staff_sessions_account').on(t.accountId),
    index('staff_sessions_age').on(t.createdAt),
  ],
)

// Actions that wait for a second member of the team.
export const staffRequests = pgTable(
  'staff_requests',
  {
    id: id(),
    accountId: staffId(),
    noun: text('noun').notNull(),
    verb: text('verb').notNull(),
    /** Contains a user by id, never by number. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    reason: text('reason').notNull(),
    /** Time and message of the last approved attempt that failed. The request stays open. */
    failedAt: timeColumn('failed_at'),
    failure: text('failure'),
    createdAt: createdAt(),
  },
  t => [
    index('staff_requests_account').on(t.accountId),
    index('staff_requests_age').on(t.createdAt),
  ],
)
