// Queries for messages that have not been sent. A claim is a lease: a node only changes rows that it has claimed.
import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { inTransaction, type Queryable } from '../db/open.ts'
import { notifications } from '../db/schema/notifications.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'

export type NotificationRow = typeof notifications.$inferSelect
export type ClaimedNotification = NotificationRow & { msisdn: string }

/** Longer than all providers together can take. */
const LEASE_MS = 60_000
/** Kinds that are not urgent. */
const REMINDERS: NotificationRow['kind'][] = ['subscription_ending', 'title_available', 'campaign']
/** Older messages are no longer useful. */
const STALE_MS = DAY_MS

const isWaiting = and(isNull(notifications.sentAt), isNull(notifications.deadAt))
/** Time at which it was written, or put back by an operator. */
const since = sql`coalesce(${notifications.requeuedAt}, ${notifications.createdAt})`

/** Claims due messages; urgent ones come before reminders. */
export async function claimNotifications(
  { db, databaseNow }: Deps,
  { limit, without }: { limit: number; without: NotificationRow['kind'][] },
): Promise<ClaimedNotification[]> {
  return inTransaction(db, async tx => {
    const now = await databaseNow(tx)
    const lapsed = new Date(now.getTime() - LEASE_MS)
    const due = await tx
      .select({ key: notifications.key, msisdn: users.msisdn })
      .from(notifications)
      .innerJoin(users, eq(users.id, notifications.userId))
      .where(
        and(
          isWaiting,
          isNull(users.erasedAt),
          or(
            ne(notifications.kind, 'campaign'),
            and(users.wantsReminders, isNull(users.blockedAt)),
          ),
          lte(notifications.nextAttemptAt, now),
          or(isNull(notifications.claimedAt), lt(notifications.claimedAt, lapsed)),
          without.length > 0 ? notInArray(notifications.kind, without) : undefined,
        ),
      )
      .orderBy(inArray(notifications.kind, REMINDERS), asc(notifications.nextAttemptAt))
      .limit(limit)
      .for('update', { of: notifications, skipLocked: true })
    if (due.length === 0) return []
    const numbers = new Map(due.map(({ key, msisdn }) => [key, msisdn]))
    const rows = await tx
      .update(notifications)
      .set({ claimedAt: now })
      .where(inArray(notifications.key, [...numbers.keys()]))
      .returning()
    return rows.map(row => ({ ...row, msisdn: numbers.get(row.key) ?? '' }))
  })
}

/** Returns the newest messages to a user, sent or not. */
export function listNotificationsOf(
  db: Queryable,
  userId: string,
  limit: number,
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.key))
    .limit(limit)
}

/** Condition for a claim that no other node has taken over. */
function isStillOurs({ key, claimedAt }: NotificationRow) {
  return and(
    eq(notifications.key, key),
    claimedAt ? eq(notifications.claimedAt, claimedAt) : isNull(notifications.claimedAt),
    isWaiting,
  )
}

export async function markNotificationSent(
  { db, databaseNow }: Deps,
  row: NotificationRow,
): Promise<void> {
  const sentAt = await databaseNow(db)
  await db.update(notifications).set({ sentAt }).where(isStillOurs(row))
}

/** Releases messages that were not tried: they stay due. */
export async function releaseNotifications(
  { db }: Deps,
  rows: readonly NotificationRow[],
): Promise<void> {
  for (const row of rows)
    await db.update(notifications).set({ claimedAt: null }).where(isStillOurs(row))
}

type Failed = { attempts: number; failure: string; code: string }

export async function scheduleNotificationRetry(
  { db, databaseNow }: Deps,
  row: NotificationRow,
  { attempts, failure, code, pauseMs }: Failed & { pauseMs: number },
): Promise<void> {
  const now = await databaseNow(db)
  const nextAttemptAt = new Date(now.getTime() + pauseMs)
  await db
    .update(notifications)
    .set({ claimedAt: null, attempts, failure, failureCode: code, nextAttemptAt })
    .where(isStillOurs(row))
}

/** Gives up a message. It stays in the table, and an operator can put it back. */
export async function giveUpNotification(
  { db, databaseNow }: Deps,
  row: NotificationRow,
  { attempts, failure, code }: Failed,
): Promise<void> {
  const deadAt = await databaseNow(db)
  await db
    .update(notifications)
    .set({ deadAt, attempts, failure, failureCode: code })
    .where(isStillOurs(row))
}

/** Gives up messages that could not be sent in time. */
export async function giveUpStaleNotifications({
  db,
  databaseNow,
  log,
  metrics,
}: Deps): Promise<void> {
  const now = await databaseNow(db)
  const before = new Date(now.getTime() - STALE_MS)
  const dead = await db
    .update(notifications)
    .set({
      deadAt: now,
      claimedAt: sql`coalesce(${notifications.claimedAt}, ${now.toISOString()}::timestamptz)`,
      failure: sql`coalesce(${notifications.failure}, 'stale')`,
    })
    .where(and(isWaiting, sql`${since} < ${before.toISOString()}::timestamptz`))
    .returning()
  for (const { key, kind, failure, attempts } of dead) {
    metrics.message(kind, 'dead')
    log.error({ event: 'message_dead', key, kind, failure, attempts }, 'message')
  }
}

export type DeadNotification = NotificationRow & { deadAt: Date }

/** Returns the messages that were given up, newest first. */
export async function listDeadNotifications({ db }: Pick<Deps, 'db'>): Promise<DeadNotification[]> {
  const rows = await db
    .select()
    .from(notifications)
    .where(isNotNull(notifications.deadAt))
    .orderBy(sql`${notifications.deadAt} desc`, asc(notifications.key))
  return rows.flatMap(row => (row.deadAt ? [{ ...row, deadAt: row.deadAt }] : []))
}

/** Makes given-up messages due again, with all their attempts. Returns their keys. */
export async function requeueNotifications(
  { db, databaseNow }: Pick<Deps, 'db' | 'databaseNow'>,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const now = await databaseNow(db)
  const rows = await db
    .update(notifications)
    .set({
      deadAt: null,
      claimedAt: null,
      attempts: 0,
      failure: null,
      failureCode: null,
      requeuedAt: now,
      nextAttemptAt: now,
    })
    .where(and(inArray(notifications.key, [...keys]), isNotNull(notifications.deadAt)))
    .returning({ key: notifications.key })
  return rows.map(({ key }) => key)
}

/** Returns the number of given-up messages by kind. */
export async function countDeadNotifications({
  db,
}: Pick<Deps, 'db'>): Promise<Record<string, number>> {
  const rows = await db
    .select({ kind: notifications.kind, count: sql<number>`count(*)::int` })
    .from(notifications)
    .where(isNotNull(notifications.deadAt))
    .groupBy(notifications.kind)
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}
