/** What we tell people by SMS of ourselves: written with what it is about, sent by a job, each once. */
import { and, asc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { SmsError } from '../adapters/sms/sms-error.ts'
import type { Queryable } from '../db/open.ts'
import { type notificationKinds, notifications } from '../db/schema/notifications.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { sendSms } from '../sms/send.ts'

export type SmsNotification = {
  /** What it is about, such as `ticket:` and the id of the answer: a second one with it is not written. */
  key: string
  userId: string
  kind: (typeof notificationKinds)[number]
  text: string
}

const AT_ONCE = 20
/** Older ones would tell what is long known. */
const STALE_MS = 86_400_000

/** In the caller's transaction: rolled back, nothing is told. */
export async function enqueueNotification(
  db: Queryable,
  notification: SmsNotification,
  now: Date,
): Promise<void> {
  await db
    .insert(notifications)
    .values({ ...notification, createdAt: now })
    .onConflictDoNothing()
}

/**
 * Sends what waits. A notification is claimed before it is sent, so that two nodes, or a crash between sending and noting it,
 * never send twice; one that the provider refused is tried again by the next run. Answers how many went out.
 */
export async function sendNotifications(deps: Deps): Promise<number> {
  let sent = 0
  const paused = new Set<SmsNotification['kind']>()
  for (;;) {
    const claimed = await claim(deps, [...paused])
    if (claimed.length === 0) return sent
    const waiting: string[] = []
    let isDown = false
    for (const notification of claimed) {
      const outcome =
        isDown || paused.has(notification.kind) ? 'waits' : await send(deps, notification)
      if (outcome === 'sent') sent++
      else if (outcome !== 'given up') waiting.push(notification.key)
      if (outcome === 'paused') paused.add(notification.kind)
      if (outcome === 'down') isDown = true
    }
    if (waiting.length > 0) await giveBack(deps, waiting)
    if (isDown) return sent
  }
}

type Claimed = SmsNotification & { msisdn: string }

/** What people need to know goes before reminders, and kinds whose budget is gone wait. */
async function claim({ db, now }: Deps, paused: SmsNotification['kind'][]): Promise<Claimed[]> {
  const time = now()
  const waiting = db
    .select({ key: notifications.key })
    .from(notifications)
    .where(
      and(
        isNull(notifications.claimedAt),
        gt(notifications.createdAt, new Date(time.getTime() - STALE_MS)),
        paused.length > 0 ? notInArray(notifications.kind, paused) : undefined,
      ),
    )
    .orderBy(sql`${notifications.kind} = 'subscription_ending'`, asc(notifications.createdAt))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(notifications)
    .set({ claimedAt: time })
    .where(and(inArray(notifications.key, waiting), isNull(notifications.claimedAt)))
    .returning()
  if (rows.length === 0) return []
  const people = await db
    .select({ id: users.id, msisdn: users.msisdn })
    .from(users)
    .where(
      inArray(
        users.id,
        rows.map(({ userId }) => userId),
      ),
    )
  const numbers = new Map(people.map(({ id, msisdn }) => [id, msisdn]))
  return rows.map(row => ({ ...row, msisdn: numbers.get(row.userId) ?? '' }))
}

/** A message that may have gone out, or whose number is refused, is not tried again. */
async function send(
  deps: Deps,
  { key, kind, text, msisdn }: Claimed,
): Promise<'sent' | 'given up' | 'paused' | 'down'> {
  try {
    await sendSms(deps, { to: msisdn, kind, text })
  } catch (error) {
    if (error instanceof ApiError && error.result === 'sms_paused') return 'paused'
    if (!(error instanceof SmsError)) throw error
    deps.log.warn({ kind, failure: error.failure }, 'a notification was not sent')
    return error.failure === 'unclear' || error.failure === 'number' ? 'given up' : 'down'
  }
  await deps.db.update(notifications).set({ sentAt: deps.now() }).where(eq(notifications.key, key))
  return 'sent'
}

async function giveBack({ db }: Deps, keys: string[]): Promise<void> {
  await db.update(notifications).set({ claimedAt: null }).where(inArray(notifications.key, keys))
}
