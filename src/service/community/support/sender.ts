/** Data about the sender of a ticket that an answer needs. */
import { count, eq } from 'drizzle-orm'
import { listActiveSessions } from '../../accounts/session/sessions.ts'
import { findCarrierSubscription } from '../../commerce/entitlements/carrier.ts'
import {
  readSubscription,
  type SubscriptionState,
} from '../../commerce/entitlements/subscriptions.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { supportTickets } from '../../platform/db/schema/support.ts'
import { users } from '../../platform/db/schema/users.ts'

export type Sender = {
  userId: string
  msisdn: string
  name: string
  since: Date
  subscription: SubscriptionState
  hasCarrier: boolean
  /** Signed-in devices, the most recently used last. */
  devices: Array<{ name: string; platform: string; appVersion: string; lastSeenAt: Date }>
  /** Number of tickets that the user has ever opened. */
  tickets: number
}

export async function findSender(db: Queryable, userId: string, now: Date): Promise<Sender | null> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) return null
  const subscription = await readSubscription(db, userId, now)
  const carrier = await findCarrierSubscription(db, userId, now)
  const sessions = await listActiveSessions(db, userId, now)
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
