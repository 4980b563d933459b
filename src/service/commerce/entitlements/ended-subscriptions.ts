/** Emits webhook events for subscriptions that have ended. No request happens at that moment, so a job looks for them. */
import { sql } from 'drizzle-orm'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import type { Queryable } from '../../platform/db/open.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  emitWebhookEvent,
  findUnemittedEvents,
  webhookListeningSince,
} from '../../platform/webhooks/emit.ts'

/** After all nodes were down, the job looks back this far. */
const LOOK_BACK_MS = DAY_MS
const TYPE = 'subscription.ended'

type Ended = {
  id: string
  user_id: string
  source: string
  ended_at: string | Date
  is_revoked: boolean
} & Record<string, unknown>

/** Emits each end once, however often the job runs. */
export async function emitEndedSubscriptions(
  deps: Pick<Deps, 'db' | 'databaseNow'>,
): Promise<void> {
  const { db, databaseNow } = deps
  const listened = await webhookListeningSince(db, TYPE)
  if (!listened) return
  const now = await databaseNow(db)
  const since = new Date(Math.max(listened.getTime(), now.getTime() - LOOK_BACK_MS))
  const ended = await endedBetween(db, since, now)
  const fresh = new Set(
    await findUnemittedEvents(
      db,
      TYPE,
      ended.map(({ id }) => id),
    ),
  )
  for (const row of ended.filter(({ id }) => fresh.has(id))) {
    const data = {
      subscription: row.id,
      user: row.user_id,
      source: row.source,
      ended_at: toWire(new Date(row.ended_at)),
      is_revoked: row.is_revoked,
    }
    await emitWebhookEvent(db, { type: TYPE, of: row.id, data }, now)
  }
}

/** Returns periods that ended or were revoked while the user had no other period. */
async function endedBetween(db: Queryable, since: Date, now: Date): Promise<Ended[]> {
  const [from, to] = [since, now].map(date => sql`${date.toISOString()}::timestamptz`)
  const { rows } = await db.execute<Ended>(sql`
    with ended as (
      select id, user_id, source, ends_at as ended_at, false as is_revoked from subscriptions
      where revoked_at is null and ends_at > ${from} and ends_at <= ${to}
      union all
      select id, user_id, source, revoked_at, true from subscriptions
      where revoked_at > ${from} and revoked_at <= ${to} and starts_at <= revoked_at and ends_at > revoked_at
    )
    select ended.* from ended
    where not exists (select from subscriptions other
      where other.user_id = ended.user_id and other.id <> ended.id and other.revoked_at is null
        and other.starts_at <= ended.ended_at and other.ends_at > ended.ended_at)
    order by ended.ended_at, ended.id`)
  return rows
}

export function registerEntitlementJobs(deps: Deps): void {
  deps.jobs.define('subscriptions.ended', () => emitEndedSubscriptions(deps), {
    cron: '* * * * *',
    retries: 0,
  })
}
