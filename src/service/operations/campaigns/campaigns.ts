/** SMS messages of marketing to a segment of users: drafted, tried on a number, sent within the budgets, counted. */
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { SMS } from '#src/contract/limits.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { type SMS_SEGMENTS, smsCampaigns } from '../../platform/db/schema/sms.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import {
  countCampaignMessages,
  enqueueCampaign,
  removeWaitingOfCampaign,
} from '../../platform/notifications/campaign-messages.queries.ts'
import { nextDaytime } from '../../platform/notifications/daytime.ts'
import { siteUrl } from '../../platform/notifications/site.ts'
import { leftInBudgets } from '../../platform/sms/budget.ts'
import { sendSms } from '../../platform/sms/send.ts'

export type Campaign = typeof smsCampaigns.$inferSelect
export type Segment = {
  kind: (typeof SMS_SEGMENTS)[number]
  packageId: string | null
  days: number | null
}

export const CAMPAIGN_TEXT_MAX = 300
const KIND = 'campaign'

/**
 * Returns the condition for users `u` of a segment. Blocked and erased users, and those who turned reminders off, never get a message of
 * marketing.
 */
function segmentWhere({ kind, packageId, days }: Segment, now: Date) {
  const time = sql`${now.toISOString()}::timestamptz`
  const past = sql`${new Date(now.getTime() - (days ?? 0) * DAY_MS).toISOString()}::timestamptz`
  const coming = sql`${new Date(now.getTime() + (days ?? 0) * DAY_MS).toISOString()}::timestamptz`
  // The last period decides. Its end has an index; the maximum of each of a million users has none.
  const ends = (between: SQL) =>
    sql`exists (select from subscriptions s where s.user_id = u.id and s.revoked_at is null and ${between})`
  const conditions = {
    all: sql`true`,
    expiring: sql`${ends(sql`s.ends_at > ${time} and s.ends_at <= ${coming}`)} and not ${ends(sql`s.ends_at > ${coming}`)}`,
    expired: sql`${ends(sql`s.ends_at > ${past} and s.ends_at <= ${time}`)} and not ${ends(sql`s.ends_at > ${time}`)}`,
    package: sql`exists (select from subscriptions s where s.user_id = u.id and s.package_id = ${packageId}
      and s.revoked_at is null and s.starts_at <= ${time} and s.ends_at > ${time})`,
    // A user who never signed in was last seen when the account was made.
    last_seen: sql`not exists (select from sessions x where x.user_id = u.id and x.last_seen_at >= ${past})
      and (u.created_at < ${past} or exists (select from sessions x where x.user_id = u.id))`,
  }
  return sql`u.wants_news and u.blocked_at is null and u.erased_at is null and ${conditions[kind]}`
}

export async function countSegment(db: Queryable, segment: Segment, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from users u where ${segmentWhere(segment, now)}`,
  )
  return rows[0]?.count ?? 0
}

/** Returns how many messages of marketing the budget of the day still allows. */
export async function leftForCampaigns(
  deps: Pick<Deps, 'env' | 'limits' | 'log' | 'metrics'>,
): Promise<number> {
  const used = deps.env.SMS_PER_DAY - (await leftInBudgets(deps)).day
  return Math.max(0, Math.floor(deps.env.SMS_PER_DAY * SMS.share.reminder) - used)
}

type Draft = { text: string; segment: Segment; author: string }

/** Stores a draft. The message ends with the address at which a user turns such messages off. */
export async function draftCampaign(
  deps: Pick<Deps, 'db' | 'now' | 'env' | 'selfOrigin'>,
  { text, segment: { kind, packageId, days }, author }: Draft,
): Promise<Campaign> {
  const url = `${siteUrl(deps)}/user/settings`
  const optOut = getT(DEFAULT_LANGUAGE)('library.sms.optOut', { url })
  const [row] = await deps.db
    .insert(smsCampaigns)
    .values({
      id: newId(),
      text: `${text}\n${optOut}`,
      segment: kind,
      packageId,
      days,
      author,
      createdAt: deps.now(),
    })
    .returning()
  if (!row) throw new Error('the campaign was not inserted')
  return row
}

export async function findCampaign(db: Queryable, id: string): Promise<Campaign | null> {
  const [row] = await db.select().from(smsCampaigns).where(eq(smsCampaigns.id, id))
  return row ?? null
}

/** Sends the message to one number now. @throws SmsError, ApiError sms_paused */
export async function testCampaign(deps: Deps, { id, text }: Campaign, to: string): Promise<void> {
  await sendSms(deps, { to, kind: KIND, text })
  await deps.db.update(smsCampaigns).set({ testedAt: deps.now() }).where(eq(smsCampaigns.id, id))
}

/** Queues a message for each user of the segment. Only one of two parallel calls does; the other one gets null. */
export async function sendCampaign(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  campaign: Campaign,
): Promise<{ recipients: number; begins: Date } | null> {
  const { id, text } = campaign
  const time = now()
  const begins = nextDaytime(time)
  const [taken] = await db
    .update(smsCampaigns)
    .set({ sentAt: time, recipients: 0 })
    .where(
      and(eq(smsCampaigns.id, id), isNull(smsCampaigns.sentAt), isNotNull(smsCampaigns.testedAt)),
    )
    .returning({ id: smsCampaigns.id })
  if (!taken) return null
  const users = segmentWhere(segmentOf(campaign), time)
  const recipients = await enqueueCampaign(db, { campaignId: id, text, users, begins })
  await db.update(smsCampaigns).set({ recipients }).where(eq(smsCampaigns.id, id))
  return { recipients, begins }
}

export function segmentOf({ segment, packageId, days }: Campaign): Segment {
  return { kind: segment, packageId, days }
}

/** Removes the messages that no node has begun to send, and returns how many there were. */
export async function stopCampaign(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
): Promise<number> {
  const stopped = await removeWaitingOfCampaign(db, id)
  await db.update(smsCampaigns).set({ stoppedAt: now() }).where(eq(smsCampaigns.id, id))
  return stopped
}

const SHOWN = 50

/** Returns the newest campaigns with what became of their messages. Messages are deleted after 30 days, the number of recipients stays. */
export async function listCampaigns(db: Queryable) {
  const rows = await db
    .select()
    .from(smsCampaigns)
    .orderBy(desc(smsCampaigns.createdAt), desc(smsCampaigns.id))
    .limit(SHOWN)
  const counts = await countCampaignMessages(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(row => {
    const { sent = 0, failed = 0, all = 0 } = counts.find(({ id }) => id === row.id) ?? {}
    return { ...row, sent, failed, waiting: all - sent - failed }
  })
}
