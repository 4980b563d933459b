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
  /** Users of one statement. */
  atOnce?: number
}

/** Users of one statement: a million would take longer than a statement may. */
const STEP = 20_000

/** Queues one message for each user, and returns how many there are. */
export async function enqueueCampaign(
  db: Queryable,
  { campaignId, text, users, begins, atOnce = STEP }: CampaignMessages,
): Promise<number> {
  const time = sql`${begins.toISOString()}::timestamptz`
  let queued = 0
  for (let last = ''; ; ) {
    const { rows } = await db.execute<{ id: string | null; users: number; queued: number }>(sql`
      with step as (select u.id from users u where u.id > ${last} and ${users} order by u.id limit ${atOnce}),
      queued as (
        insert into notices (key, user_id, kind, text, campaign_id, created_at, next_attempt_at)
        select ${`campaign:${campaignId}:`} || id, id, 'campaign', ${text}, ${campaignId}, ${time}, ${time} from step
        on conflict do nothing returning 1)
      select max(id) as id, count(*)::int as users, (select count(*)::int from queued) as queued from step`)
    const [step] = rows
    queued += step?.queued ?? 0
    if (!step?.id || step.users < atOnce) return queued
    last = step.id
  }
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
