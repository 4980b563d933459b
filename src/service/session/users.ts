import { and, eq } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import type { Birthday, User } from '#src/contract/session.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { daysRemaining } from '#src/lib/text/date.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { carrierOf } from '../access/carrier.ts'
import { partnerBackUrl } from '../adapters/sso/partner.ts'
import { subscriptionOf } from '../checkout/subscriptions.ts'
import { textOf } from '../db/localized.ts'
import { profiles } from '../db/schema/profiles.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { newId } from '../ids.ts'
import { avatarPath } from '../profiles/avatars.ts'

export type UserRow = typeof users.$inferSelect

export async function userByMsisdn(
  deps: Pick<Deps, 'db'>,
  msisdn: string,
): Promise<UserRow | undefined> {
  const [row] = await deps.db.select().from(users).where(eq(users.msisdn, msisdn))
  return row
}

/** @throws ApiError unauthorized when the user is gone. */
export async function userById(deps: Deps, id: string): Promise<UserRow> {
  const [row] = await deps.db.select().from(users).where(eq(users.id, id))
  if (!row) throw new ApiError('unauthorized')
  return row
}

export type NewUser = { msisdn: string; language: Language; partner?: string }

/** The user of a number, made with a primary profile when there is none; two calls at once make one. */
export async function ensureUser(
  deps: Deps,
  { msisdn, language, partner }: NewUser,
): Promise<{ user: UserRow; isNew: boolean }> {
  const found = await userByMsisdn(deps, msisdn)
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
    await tx.insert(profiles).values({
      id: newId(),
      userId: made.id,
      slot: 1,
      name: getT(language)('profiles.defaultName'),
      isPrimary: true,
      createdAt: now,
    })
    return { user: made, isNew: true }
  })
}

/** What a child's profile, and a session before a profile is chosen, are told of the account's owner. */
export function withoutPersonalData(user: User): User {
  return {
    ...user,
    msisdn: maskMsisdn(user.msisdn),
    ...{ name: '', family: '', email: null, gender: 'unspecified', birthday: null },
    ...{ has_password: false, subscription_ends_at: null },
  }
}

/** What the contract calls a user; `isSso` is of the session, not of the person. */
export async function userView(
  deps: Deps,
  row: UserRow,
  { isSso, language }: { isSso: boolean; language: Language },
): Promise<User> {
  const now = deps.now()
  const [subscription, carrier] = await Promise.all([
    subscriptionOf(deps.db, row.id, now),
    carrierOf(deps.db, row.id, now),
  ])
  const endsAt = laterOf(subscription.endsAt, carrier?.endsAt ?? null)
  return {
    id: row.id,
    msisdn: row.msisdn,
    name: row.name,
    family: row.family,
    avatar: avatarPath(row.avatar ?? (await primaryAvatar(deps, row.id))),
    email: row.email,
    gender: row.gender,
    birthday: birthdayOf(row),
    has_password: row.passwordHash !== null,
    wants_reminders: row.wantsReminders,
    is_sso_login: isSso,
    sso_back_url: isSso ? partnerBackUrl(deps.env) : null,
    conditional_flag: [
      ...(subscription.hasSubscription ? ['has_subscription'] : []),
      ...(carrier ? ['has_carrier_subscription'] : []),
    ],
    subscription_remaining_in_day: endsAt ? daysRemaining(endsAt, now) : 0,
    subscription_ends_at: endsAt && toWire(endsAt),
    carrier_subscription_title_text: carrier && textOf(carrier, 'title', language),
    carrier_subscription_menu_description_text: carrier && textOf(carrier, 'menu', language),
  }
}

function laterOf(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b
  return a > b ? a : b
}

async function primaryAvatar(deps: Deps, userId: string): Promise<string | null> {
  const [row] = await deps.db
    .select({ avatar: profiles.avatar })
    .from(profiles)
    .where(and(eq(profiles.userId, userId), eq(profiles.isPrimary, true)))
  return row?.avatar ?? null
}

type BirthdayColumns = {
  birthdayYear: number | null
  birthdayMonth: number | null
  birthdayDay: number | null
}

export function birthdayOf(row: BirthdayColumns): Birthday | null {
  const { birthdayYear: year, birthdayMonth: month, birthdayDay: day } = row
  return year && month && day ? { year, month, day } : null
}

export function birthdayColumns(birthday: Birthday | null): BirthdayColumns {
  return {
    birthdayYear: birthday?.year ?? null,
    birthdayMonth: birthday?.month ?? null,
    birthdayDay: birthday?.day ?? null,
  }
}
