/** All that support needs about one person. */
import type { Contract, Transaction } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import type { Profile } from '#src/contract/profiles.ts'
import type { DeviceSession } from '#src/contract/session.ts'
import type { SupportTicket } from '#src/contract/support.ts'
import { ownTransactions } from '../checkout/transactions.queries.ts'
import { commentBlockOf } from '../comments/comment-blocks.ts'
import type { Deps } from '../deps.ts'
import { contractsOf } from '../direct-debit/contracts.ts'
import { carrierOf } from '../entitlements/carrier.ts'
import { openPeriods, type SubscriptionRow, subscriptionOf } from '../entitlements/subscriptions.ts'
import { profilesOf, profileView } from '../profiles/profiles.queries.ts'
import { activeSessions, deviceView, newestSessions, type SignInRow } from '../session/sessions.ts'
import type { UserRow } from '../session/users.ts'
import { supportTicketPage } from '../support/support-tickets.queries.ts'

/** Rows of each list, the newest first. */
const MOST = 10

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
  /** Since when the person may not comment. */
  commentsBlockedAt: Date | null
}

export async function lookUp(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  user: UserRow,
  language: Language = DEFAULT_LANGUAGE,
): Promise<PersonView> {
  const page = { offset: 0, count: MOST }
  const time = now()
  const subscription = await subscriptionOf(db, user.id, time)
  const payments = await ownTransactions(db, user.id, page, language)
  const tickets = await supportTicketPage({ db }, user.id, page)
  return {
    user,
    profiles: (await profilesOf(db, user.id)).map(profileView),
    subscription: {
      endsAt: subscription.endsAt,
      remainingDays: subscription.remainingDays,
      periods: await openPeriods(db, user.id, time),
    },
    carrierEndsAt: (await carrierOf(db, user.id, time))?.endsAt ?? null,
    contracts: await contractsOf(db, user.id, language),
    payments: payments.items,
    devices: (await activeSessions(db, user.id, time)).map(row => deviceView(row)),
    signIns: await newestSessions(db, user.id, MOST),
    tickets: tickets.items,
    commentsBlockedAt: (await commentBlockOf(db, user.id))?.createdAt ?? null,
  }
}
