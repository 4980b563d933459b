/** The messages of a campaign within the queue of all messages. */
import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { notifications } from '../db/schema/notifications.ts'

type CampaignMessages = {
  campaignId: string
  text: string
  /** The condition for users, whose table is `u`. */
  users: SQL
  /** Time from which they are sent. */
  begins: Date
}

/** Queues one message for each user, and returns how many there are. */
export async function enqueueCampaign(
  db: Queryable,
  { campaignId, text, users, begins }: CampaignMessages,
): Promise<number> {
  const time = sql`${begins.toISOString()}::timestamptz`
  const { rowCount } = await db.execute(sql`
    insert into notices (key, user_id, kind, text, campaign_id, created_at, next_attempt_at)
    select ${`campaign:${campaignId}:`} || u.id, u.id, 'campaign', ${text}, ${campaignId}, ${time}, ${time}
    from users u where ${users}
    on conflict do nothing`)
  return rowCount ?? 0
}

/** Removes the messages that no node has begun to send, and returns how many there were. */
export async function removeWaitingOfCampaign(db: Queryable, campaignId: string): Promise<number> {
  const { rowCount } = await db
    .delete(notifications)
    .where(
      and(
        eq(notifications.campaignId, campaignId),
        isNull(notifications.sentAt),
        isNull(notifications.claimedAt),
      ),
    )
  return rowCount ?? 0
}

/** Returns what became of the messages of each campaign. */
export async function countCampaignMessages(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({
      id: notifications.campaignId,
      sent: count(notifications.sentAt),
      failed: count(notifications.deadAt),
      all: count(),
    })
    .from(notifications)
    .where(inArray(notifications.campaignId, [...ids]))
    .groupBy(notifications.campaignId)
}
