import { eq, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import type { User } from '#src/contract/session.ts'
import { daysRemaining } from '#src/lib/text/date.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { nextDebitColumn } from '../../commerce/direct-debit/next-debit.ts'
import {
  type SubscriptionColumns,
  subscriptionColumns,
} from '../../commerce/entitlements/subscriptions.ts'
import { partnerBackUrl } from '../../platform/adapters/sso/partner.ts'
import { translatedText } from '../../platform/db/localized.ts'
import type { Tx } from '../../platform/db/open.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { readAlone, type SessionRead } from '../../platform/http/session-read.ts'
import { newId } from '../../platform/ids.ts'
import { avatarPath } from './avatars.ts'
import { birthdayOf } from './birthday.ts'

export type UserRow = typeof users.$inferSelect

export async function findUserByMsisdn(
  deps: Pick<Deps, 'db'>,
  msisdn: string,
): Promise<UserRow | undefined> {
  const [row] = await deps.db.select().from(users).where(eq(users.msisdn, msisdn))
  return row
}

export async function findUserById(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

/** @throws ApiError unauthorized if the user does not exist */
export async function requireUser(deps: Deps, id: string): Promise<UserRow> {
  const row = await findUserById(deps, id)
  if (!row) throw new ApiError('unauthorized')
  return row
}

export type NewUser = { msisdn: string; language: Language; partner?: string }
/** Implemented by the profiles domain, which depends on this one. */
export type CreatePrimaryProfile = (
  tx: Tx,
  profile: { userId: string; language: Language; now: Date },
) => Promise<void>

/** Returns the user with this number, and creates the user and a primary profile if needed. Concurrent calls create one user. */
export async function ensureUser(
  deps: Deps,
  { msisdn, language, partner }: NewUser,
  createPrimaryProfile: CreatePrimaryProfile,
): Promise<{ user: UserRow; isNew: boolean }> {
  const found = await findUserByMsisdn(deps, msisdn)
  if (found) return { user: found, isNew: false }
  return deps.db.transaction(async tx => {
    const now = deps.now()
    const [made] = await tx
      .insert(users)
      .values({
        id: newId(),
        msisdn,
        isSso: partner !== undefined,
        partner: partner ?? null,
        termsAcceptedAt: now,
        createdAt: now,
      })
      .onConflictDoNothing({ target: users.msisdn })
      .returning()
    if (!made) {
      const [other] = await tx.select().from(users).where(eq(users.msisdn, msisdn))
      if (!other) throw new ApiError('conflict')
      return { user: other, isNew: false }
    }
    await createPrimaryProfile(tx, { userId: made.id, language, now })
    return { user: made, isNew: true }
  })
}

/** Returns the user for a child's profile, or before a profile is chosen, without personal data of the owner. */
export function withoutPersonalData(user: User): User {
  return {
    ...user,
    msisdn: maskMsisdn(user.msisdn),
    name: '',
    family: '',
    email: null,
    gender: 'unspecified',
    birthday: null,
    has_password: false,
    subscription_ends_at: null,
    subscription_ended_at: null,
    next_debit_at: null,
  }
}

type ShownUser = Pick<
  UserRow,
  | 'id'
  | 'msisdn'
  | 'name'
  | 'family'
  | 'avatar'
  | 'email'
  | 'gender'
  | 'birthdayYear'
  | 'birthdayMonth'
  | 'birthdayDay'
  | 'wantsReminders'
> & { hasPassword: boolean; nextDebitAt: Date | null } & SubscriptionColumns

/** The caller's own user with its subscriptions. Without a picture it has that of the primary profile. */
export const OWN_USER: SessionRead<ShownUser> = {
  name: 'session with its user',
  row: () => {
    const time = sql`${sql.placeholder('now')}::timestamptz`
    return sql`select u.id, u.msisdn, u.name, u.family, u.email, u.gender, u.birthday_year as "birthdayYear",
        u.birthday_month as "birthdayMonth", u.birthday_day as "birthdayDay", u.wants_news as "wantsReminders",
        u.password_hash is not null as "hasPassword", ${nextDebitColumn(sql`u.id`)},
        coalesce(u.avatar, (select p.avatar from profiles p where p.user_id = u.id and p.is_primary)) as avatar, subscribed.*
      from users u join lateral (${subscriptionColumns(sql`u.id`, time)}) subscribed on true
      where u.id = caller.user_id`
  },
  values: ({ now }) => ({ now }),
}

/** @throws ApiError unauthorized if the user does not exist */
export async function readShownUser(deps: Deps, id: string): Promise<ShownUser> {
  const caller = { userId: id, sessionId: null, profileId: null }
  const user = await readAlone(deps, OWN_USER, caller, { now: deps.now() })
  if (!user) throw new ApiError('unauthorized')
  return user
}

/**
 * Returns the user in the form that clients receive; `isSso` belongs to the session. `isPrimary` is true
 * for the primary profile, the only one that sees direct debit.
 */
export function userView(
  deps: Deps,
  user: ShownUser,
  {
    isSso,
    language,
    isPrimary = false,
  }: { isSso: boolean; language: Language; isPrimary?: boolean },
): User {
  const now = deps.now()
  const { hasSubscription, hasCarrier, lastEndAt } = user
  const endsAt = latestOf(hasSubscription ? user.periodsEndAt : null, user.carrierEndsAt)
  return {
    id: user.id,
    msisdn: user.msisdn,
    name: user.name,
    family: user.family,
    avatar: avatarPath(user.avatar),
    email: user.email,
    gender: user.gender,
    birthday: birthdayOf(user),
    has_password: user.hasPassword,
    wants_reminders: user.wantsReminders,
    is_sso_login: isSso,
    sso_back_url: isSso ? partnerBackUrl(deps.env) : null,
    conditional_flag: [
      ...(hasSubscription ? (['has_subscription'] as const) : []),
      ...(hasCarrier ? (['has_carrier_subscription'] as const) : []),
    ],
    subscription_remaining_in_day: endsAt ? daysRemaining(endsAt, now) : 0,
    subscription_ends_at: endsAt && toWire(endsAt),
    subscription_ended_at: lastEndAt && toWire(lastEndAt),
    next_debit_at: isPrimary && user.nextDebitAt ? toWire(user.nextDebitAt) : null,
    carrier_subscription_title_text: translatedText(user, 'title', language),
    carrier_subscription_menu_description_text: translatedText(user, 'menu', language),
  }
}

function latestOf(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b
  return a > b ? a : b
}
