import { and, eq } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import type { User } from '#src/contract/session.ts'
import { daysRemaining } from '#src/lib/text/date.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { partnerBackUrl } from '../adapters/sso/partner.ts'
import { textOf } from '../db/localized.ts'
import type { Tx } from '../db/open.ts'
import { profiles } from '../db/schema/profiles.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { carrierOf } from '../entitlements/carrier.ts'
import { lastEndOf, subscriptionOf } from '../entitlements/subscriptions.ts'
import { ApiError } from '../http/api-error.ts'
import { newId } from '../ids.ts'
import { avatarPath } from './avatars.ts'
import { birthdayOf } from './birthday.ts'

export type UserRow = typeof users.$inferSelect

export async function userByMsisdn(
  deps: Pick<Deps, 'db'>,
  msisdn: string,
): Promise<UserRow | undefined> {
  const [row] = await deps.db.select().from(users).where(eq(users.msisdn, msisdn))
  return row
}

export async function userOfId({ db }: Pick<Deps, 'db'>, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

/** @throws ApiError unauthorized when the user is gone. */
export async function userById(deps: Deps, id: string): Promise<UserRow> {
  const row = await userOfId(deps, id)
  if (!row) throw new ApiError('unauthorized')
  return row
}

export type NewUser = { msisdn: string; language: Language; partner?: string }
/** Implemented by the profiles domain, which depends on this one. */
export type CreatePrimaryProfile = (
  tx: Tx,
  profile: { userId: string; language: Language; now: Date },
) => Promise<void>

/** The user with this number; creates user and primary profile if needed. Concurrent calls create one. */
export async function ensureUser(
  deps: Deps,
  { msisdn, language, partner }: NewUser,
  createPrimaryProfile: CreatePrimaryProfile,
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
    await createPrimaryProfile(tx, { userId: made.id, language, now })
    return { user: made, isNew: true }
  })
}

/** The user as shown to a child's profile, or before a profile is chosen: without personal data of the owner. */
export function withoutPersonalData(user: User): User {
  return {
    ...user,
    msisdn: maskMsisdn(user.msisdn),
    ...{ name: '', family: '', email: null, gender: 'unspecified', birthday: null },
    ...{ has_password: false, subscription_ends_at: null, subscription_ended_at: null },
  }
}

/** The user as sent to clients; `isSso` belongs to the session. */
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
  const endsAt = latestOf(subscription.endsAt, carrier?.endsAt ?? null)
  const isOpen = subscription.hasSubscription || carrier !== null
  const endedAt = isOpen ? null : await lastEndOf(deps.db, row.id, now)
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
    subscription_ended_at: endedAt && toWire(endedAt),
    carrier_subscription_title_text: carrier && textOf(carrier, 'title', language),
    carrier_subscription_menu_description_text: carrier && textOf(carrier, 'menu', language),
  }
}

function latestOf(a: Date | null, b: Date | null): Date | null {
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
