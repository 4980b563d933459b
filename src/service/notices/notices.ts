/** What we tell people by SMS of ourselves: written with what it is about, sent by a job, each once. */
import { and, asc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { SmsFailed } from '../adapters/sms/failure.ts'
import type { Queryable } from '../db/open.ts'
import { type noticeKinds, notices } from '../db/schema/notices.ts'
import { users } from '../db/schema/session.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { sendSms } from '../sms/send.ts'

export type Notice = {
  /** What it is about, such as `ticket:` and the id of the answer: a second one with it is not written. */
  key: string
  userId: string
  kind: (typeof noticeKinds)[number]
  text: string
}

const AT_ONCE = 20
/** Older ones would tell what is long known. */
const STALE_MS = 86_400_000

/** In the caller's transaction: rolled back, nothing is told. */
export async function announce(db: Queryable, notice: Notice, now: Date): Promise<void> {
  await db
    .insert(notices)
    .values({ ...notice, createdAt: now })
    .onConflictDoNothing()
}

/**
 * Sends what waits. A notice is claimed before it is sent, so that two nodes, or a crash between sending and noting it,
 * never send twice; one that the provider refused is tried again by the next run. Answers how many went out.
 */
export async function sendNotices(deps: Deps): Promise<number> {
  let sent = 0
  const paused = new Set<Notice['kind']>()
  for (;;) {
    const claimed = await claim(deps, [...paused])
    if (claimed.length === 0) return sent
    const waiting: string[] = []
    let isDown = false
    for (const notice of claimed) {
      const outcome = isDown || paused.has(notice.kind) ? 'waits' : await send(deps, notice)
      if (outcome === 'sent') sent++
      else if (outcome !== 'given up') waiting.push(notice.key)
      if (outcome === 'paused') paused.add(notice.kind)
      if (outcome === 'down') isDown = true
    }
    if (waiting.length > 0) await giveBack(deps, waiting)
    if (isDown) return sent
  }
}

type Claimed = Notice & { msisdn: string }

/** What people need to know goes before reminders, and kinds whose budget is gone wait. */
async function claim({ db, now }: Deps, paused: Notice['kind'][]): Promise<Claimed[]> {
  const time = now()
  const waiting = db
    .select({ key: notices.key })
    .from(notices)
    .where(
      and(
        isNull(notices.claimedAt),
        gt(notices.createdAt, new Date(time.getTime() - STALE_MS)),
        paused.length > 0 ? notInArray(notices.kind, paused) : undefined,
      ),
    )
    .orderBy(sql`${notices.kind} = 'subscription_ending'`, asc(notices.createdAt))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(notices)
    .set({ claimedAt: time })
    .where(and(inArray(notices.key, waiting), isNull(notices.claimedAt)))
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
    if (error instanceof Refusal && error.result === 'sms_paused') return 'paused'
    if (!(error instanceof SmsFailed)) throw error
    deps.log.warn({ kind, failure: error.failure }, 'a notification was not sent')
    return error.failure === 'unclear' || error.failure === 'number' ? 'given up' : 'down'
  }
  await deps.db.update(notices).set({ sentAt: deps.now() }).where(eq(notices.key, key))
  return 'sent'
}

async function giveBack({ db }: Deps, keys: string[]): Promise<void> {
  await db.update(notices).set({ claimedAt: null }).where(inArray(notices.key, keys))
}
