/** Collects everything that support needs about one user. */
import type { Contract, Transaction } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import type { Profile } from '#src/contract/profiles.ts'
import type { DeviceSession } from '#src/contract/session.ts'
import type { SupportTicket } from '#src/contract/support.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { listProfilesOf, profileView } from '../../accounts/profiles/profiles.queries.ts'
import {
  deviceView,
  listActiveSessions,
  listNewestSessions,
  type SignInRow,
} from '../../accounts/session/sessions.ts'
import type { UserRow } from '../../accounts/session/users.ts'
import { listOwnPayments } from '../../commerce/checkout/payments.queries.ts'
import { listContractsOf } from '../../commerce/direct-debit/contracts.ts'
import { findCarrierSubscription } from '../../commerce/entitlements/carrier.ts'
import {
  listOpenPeriods,
  readSubscription,
  type SubscriptionRow,
} from '../../commerce/entitlements/subscriptions.ts'
import { findCommentBlock } from '../../community/comments/comment-blocks.ts'
import { supportTicketPage } from '../../community/support/support-tickets.queries.ts'
import { translatedText } from '../../platform/db/localized.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  listRefusals,
  type RefusalReason,
  type RefusalRow,
} from '../../watching/player/refusals.ts'

/** Number of rows in each list, newest first. */
const MOST = 10

/** A playback that was refused, and how often. */
export type RefusalView = {
  last_at: string
  title: string
  /** The name of the profile of the last time; empty without one. */
  profile: string
  why: RefusalReason
  times: number
  /** The id of the title; null for an episode without one. */
  content: string | null
}

export type PersonView = {
  user: UserRow
  profiles: Profile[]
  subscription: { endsAt: Date | null; remainingDays: number; periods: SubscriptionRow[] }
  carrierEndsAt: Date | null
  contracts: Contract[]
  payments: Transaction[]
  devices: DeviceSession[]
  signIns: SignInRow[]
  tickets: SupportTicket[]
  refusals: RefusalView[]
  /** Time since which the user is blocked from commenting. */
  commentsBlockedAt: Date | null
}

export async function readPersonView(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  user: UserRow,
  language: Language = DEFAULT_LANGUAGE,
): Promise<PersonView> {
  const page = { offset: 0, count: MOST }
  const time = now()
  const subscription = await readSubscription(db, user.id, time)
  const profiles = await listProfilesOf(db, user.id)
  const payments = await listOwnPayments(db, user.id, page, language)
  const tickets = await supportTicketPage({ db }, user.id, page)
  return {
    user,
    profiles: profiles.map(profileView),
    subscription: {
      endsAt: subscription.endsAt,
      remainingDays: subscription.remainingDays,
      periods: await listOpenPeriods(db, user.id, time),
    },
    carrierEndsAt: (await findCarrierSubscription(db, user.id, time))?.endsAt ?? null,
    contracts: await listContractsOf(db, user.id, language),
    payments: payments.items,
    devices: (await listActiveSessions(db, user.id, time)).map(row => deviceView(row)),
    signIns: await listNewestSessions(db, user.id, MOST),
    tickets: tickets.items,
    refusals: (await listRefusals(db, { userId: user.id, count: MOST })).map(row =>
      refusalView(row, profiles, language),
    ),
    commentsBlockedAt: (await findCommentBlock(db, user.id))?.createdAt ?? null,
  }
}

export function refusalView(
  row: RefusalRow,
  profiles: readonly { id: string; name: string }[],
  language: Language = DEFAULT_LANGUAGE,
): RefusalView {
  const series = row.series && translatedText(row.series, 'title', language)
  const title = translatedText(row, 'title', language)
  return {
    last_at: toWire(row.lastAt),
    title: [series, title].filter(Boolean).join(' · '),
    profile: profiles.find(({ id }) => id === row.profileId)?.name ?? '',
    why: row.reason,
    times: row.times,
    content: row.content,
  }
}
