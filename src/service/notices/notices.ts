/** What we tell people by SMS of ourselves: written with what it is about, sent by a job, each once. */
import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { type noticeKinds, notices } from '../db/schema/notices.ts'
import { users } from '../db/schema/session.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'

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
  for (;;) {
    const claimed = await claim(deps)
    if (claimed.length === 0) return sent
    for (const [index, notice] of claimed.entries()) {
      if (!(await send(deps, notice))) {
        await giveBack(
          deps,
          claimed.slice(index).map(({ key }) => key),
        )
        return sent
      }
      sent++
    }
  }
}

type Claimed = Notice & { msisdn: string }

async function claim({ db, now }: Deps): Promise<Claimed[]> {
  const time = now()
  const waiting = db
    .select({ key: notices.key })
    .from(notices)
    .where(
      and(isNull(notices.claimedAt), gt(notices.createdAt, new Date(time.getTime() - STALE_MS))),
    )
    .orderBy(asc(notices.createdAt))
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

/** False when the provider cannot be reached; the message is then not out. */
async function send(deps: Deps, { key, kind, text, msisdn }: Claimed): Promise<boolean> {
  try {
    await deps.sms.send({ to: msisdn, kind, text })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    deps.log.warn({ kind, result: error.result }, 'a notice waits')
    // A timeout may hide a message that went out: once is enough, so it is not tried again.
    return error.result === 'gateway_timeout'
  }
  await deps.db.update(notices).set({ sentAt: deps.now() }).where(eq(notices.key, key))
  return true
}

async function giveBack({ db }: Deps, keys: string[]): Promise<void> {
  await db.update(notices).set({ claimedAt: null }).where(inArray(notices.key, keys))
}
