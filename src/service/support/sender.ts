/** Who wrote a ticket, as far as an answer needs it. */
import { count, eq } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { supportTickets } from '../db/schema/support.ts'
import { users } from '../db/schema/users.ts'
import { carrierOf } from '../entitlements/carrier.ts'
import { type SubscriptionState, subscriptionOf } from '../entitlements/subscriptions.ts'
import { activeSessions } from '../session/sessions.ts'

export type Sender = {
  userId: string
  msisdn: string
  name: string
  since: Date
  subscription: SubscriptionState
  hasCarrier: boolean
  /** Signed in now, the last used one last. */
  devices: Array<{ name: string; platform: string; appVersion: string; lastSeenAt: Date }>
  /** All that were ever opened. */
  tickets: number
}

export async function senderOf(db: Queryable, userId: string, now: Date): Promise<Sender | null> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) return null
  const subscription = await subscriptionOf(db, userId, now)
  const carrier = await carrierOf(db, userId, now)
  const sessions = await activeSessions(db, userId, now)
  const [opened] = await db
    .select({ tickets: count() })
    .from(supportTickets)
    .where(eq(supportTickets.userId, userId))
  return {
    userId,
    msisdn: user.msisdn,
    name: [user.name, user.family].filter(Boolean).join(' '),
    since: user.createdAt,
    subscription,
    hasCarrier: carrier !== null,
    devices: sessions.map(({ device, lastSeenAt }) => ({
      name: [device.brand, device.model].filter(Boolean).join(' '),
      platform: device.platform,
      appVersion: device.app_version,
      lastSeenAt,
    })),
    tickets: opened?.tickets ?? 0,
  }
}
