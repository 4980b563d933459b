/** The first screen of the console: what happened today, and what waits. */
import { statfs } from 'node:fs/promises'
import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQLWrapper,
  sql,
  sum,
} from 'drizzle-orm'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { translationColumns } from '../../platform/db/localized.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { comments } from '../../platform/db/schema/comments.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { subscriptions } from '../../platform/db/schema/entitlements.ts'
import { contentWatchDays } from '../../platform/db/schema/player.ts'
import { supportTickets } from '../../platform/db/schema/support.ts'
import type { Deps } from '../../platform/deps.ts'
import { diskOutcome } from '../doctor/machine.ts'
import { listJobKinds } from '../jobs/job-log.queries.ts'
import { sumReceivedByDay } from '../report/ledger-sums.queries.ts'
import { mayDo, type StaffRole } from '../staff/roles.ts'
import { readPageOfIds, TITLE_PARTS } from './page-of-rows.ts'

const PREMIERES = 5

/** Returns the day in Tehran of a moment, such as 2026-11-28. */
const dayOf = (at: Date) => toWire(at).slice(0, 10)
/** Iran has had no daylight saving time since 2022, so every day begins 3:30 before midnight in UTC. */
const startOf = (day: string) => new Date(`${day}T00:00:00+03:30`)

/** @param days 7 or 30: the length of the series, today included */
export async function readToday(deps: Deps, role: StaffRole, days: number) {
  const now = deps.now()
  const today = dayOf(now)
  const names = Array.from({ length: days }, (_, at) =>
    dayOf(new Date(startOf(today).getTime() - (days - 1 - at) * DAY_MS)),
  )
  const since = startOf(names[0] as string)
  const may = (noun: string, verb: string) => mayDo(role, { noun, verb })
  const [money, subscribers, ended, plays, failures, tickets, held, jobs, disk, premieres] =
    await Promise.all([
      may('report', 'run') ? sumReceivedByDay(deps.db, inTehran, since) : null,
      subscribersByDay(deps, since),
      endedByDay(deps, since, now),
      playsByDay(deps, names[0] as string),
      failedPayments(deps, startOf(today)),
      waitingTickets(deps),
      heldComments(deps),
      may('jobs', 'list') ? listJobKinds(deps.db) : null,
      may('jobs', 'list') ? readDisk(deps) : null,
      nextPremieres(deps, now),
    ])
  const yesterday = names.at(-2) as string
  return {
    figures: {
      revenueToday: money && (money.get(today) ?? 0),
      revenueYesterday: money && (money.get(yesterday) ?? 0),
      newSubscribersToday: subscribers.get(today) ?? 0,
      endedSubscribersToday: ended.get(today) ?? 0,
      playsToday: plays.get(today) ?? 0,
      failedPaymentsToday: failures,
      ticketsWaiting: tickets,
      heldComments: held,
      failedJobs: jobs?.reduce((all, { failed }) => all + failed, 0) ?? null,
      disk,
      lastBackup: jobs && (jobs.find(({ name }) => name === 'backup.run')?.lastEndedAt ?? null),
      premieres,
    },
    series: names.map(day => ({
      day,
      revenue: money && (money.get(day) ?? 0),
      newSubscribers: subscribers.get(day) ?? 0,
      endedSubscribers: ended.get(day) ?? 0,
      plays: plays.get(day) ?? 0,
    })),
  }
}

const inTehran = (column: SQLWrapper) =>
  sql<string>`to_char(${column} at time zone interval '3:30', 'YYYY-MM-DD')`

/** Counts people whose first period began on the day. */
async function subscribersByDay({ db }: Deps, since: Date): Promise<Map<string, number>> {
  const day = inTehran(subscriptions.createdAt)
  const rows = await db
    .select({ day, people: count() })
    .from(subscriptions)
    .where(
      and(
        gte(subscriptions.createdAt, since),
        sql`not exists (select 1 from ${subscriptions} earlier where earlier.user_id = ${subscriptions.userId} and (earlier.created_at, earlier.id) < (${subscriptions.createdAt}, ${subscriptions.id}))`,
      ),
    )
    .groupBy(sql`1`)
  return new Map(rows.map(row => [row.day, row.people]))
}

/**
 * Counts people whose subscription ended on the day, and who had no other one at the end of that day: the churn of the report. People who
 * came back on a later day count too.
 */
async function endedByDay({ db }: Deps, since: Date, now: Date): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ day: string; people: number }>(sql`
    with ended as (
      select user_id, (at at time zone interval '3:30')::date as day
      from (select user_id, least(ends_at, revoked_at) as at from subscriptions
        where ends_at between ${since} and ${now} or revoked_at between ${since} and ${now}) as periods
      where at between ${since} and ${now}
    ),
    ends as (
      select user_id, day, least(${now}::timestamptz, (day + 1)::timestamp at time zone interval '3:30') as day_end
      from ended
    )
    select day::text, count(*)::int as people from (
      select distinct day, user_id from ends
      where not exists (select from subscriptions other where other.user_id = ends.user_id and other.starts_at <= day_end
        and other.ends_at > day_end and (other.revoked_at is null or other.revoked_at > day_end))
    ) as people group by 1`)
  return new Map(rows.map(row => [row.day, row.people]))
}

/** Returns the free bytes of the disk of DATA_DIR, and whether `./pardeh doctor` is content with them. */
async function readDisk({ env }: Deps) {
  const { bavail, bsize } = await statfs(env.DATA_DIR)
  return { free: bavail * bsize, isLow: (await diskOutcome(env.DATA_DIR)).status !== 'ok' }
}

async function playsByDay({ db }: Deps, since: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ day: contentWatchDays.day, views: sum(contentWatchDays.views).mapWith(Number) })
    .from(contentWatchDays)
    .where(gte(contentWatchDays.day, since))
    .groupBy(contentWatchDays.day)
  return new Map(rows.map(row => [row.day, row.views]))
}

async function failedPayments({ db }: Deps, since: Date): Promise<number> {
  const [row] = await db
    .select({ failed: count() })
    .from(payments)
    .where(and(gte(payments.createdAt, since), eq(payments.state, 'failed')))
  return row?.failed ?? 0
}

async function waitingTickets({ db }: Deps): Promise<number> {
  const [row] = await db
    .select({ waiting: count() })
    .from(supportTickets)
    .where(eq(supportTickets.status, 'pending'))
  return row?.waiting ?? 0
}

async function heldComments({ db }: Deps): Promise<number> {
  const [row] = await db
    .select({ held: count() })
    .from(comments)
    .where(and(isNotNull(comments.hiddenAt), isNotNull(comments.heldFor)))
  return row?.held ?? 0
}

async function nextPremieres({ db }: Deps, now: Date) {
  const { ids } = await readPageOfIds(db, {
    table: contents,
    id: contents.id,
    // The schedule has removed a title that appears later; a title that an editor has removed is not a premiere.
    parts: TITLE_PARTS,
    where: and(
      gt(contents.publishedAt, now),
      or(isNull(contents.removedAt), eq(contents.hiddenBySchedule, true)),
    ),
    by: contents.publishedAt,
    direction: 'asc',
    limit: PREMIERES,
    offset: 0,
  })
  return db
    .select({
      id: contents.externalId,
      ...translationColumns(contents, 'title'),
      publishedAt: contents.publishedAt,
    })
    .from(contents)
    .where(inArray(contents.id, ids))
    .orderBy(asc(contents.publishedAt))
}
