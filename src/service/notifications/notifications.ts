/** What we tell people by SMS of ourselves: written with what it is about, sent by a job. */
import type { Queryable } from '../db/open.ts'
import { type notificationKinds, notifications } from '../db/schema/notifications.ts'
import type { Deps } from '../deps.ts'
import { runWorkerPool } from '../worker-pool.ts'
import {
  buryStale,
  type ClaimedNotification,
  claimNotifications,
  releaseNotifications,
} from './delivery.queries.ts'
import { deliver } from './delivery.ts'

export type SmsNotification = {
  /** What it is about, such as `ticket:` and the id of the answer: a second one with it is not written. */
  key: string
  userId: string
  kind: (typeof notificationKinds)[number]
  text: string
}

/** Messages of one node at a time: a few of the calls that a provider has room for, the rest is for codes. */
const CONCURRENCY = 8
/** A run ends before the next one begins; what it leaves stays due. */
const LONGEST_MS = 50_000

/** In the caller's transaction: rolled back, nothing is told. */
export async function enqueueNotification(
  db: Queryable,
  notification: SmsNotification,
  now: Date,
): Promise<void> {
  await db
    .insert(notifications)
    .values({ ...notification, createdAt: now, nextAttemptAt: now })
    .onConflictDoNothing()
}

/**
 * Sends what is due and returns how many went out. Each message is claimed for a minute, has its own attempts, and holds up no other.
 * A node that ends between sending one and noting it leaves it to be sent again; nothing else sends one twice.
 */
export async function sendNotifications(deps: Deps): Promise<number> {
  const time = AbortSignal.timeout(LONGEST_MS)
  const paused = new Set<SmsNotification['kind']>()
  let sent = 0
  let isDown = false
  await buryStale(deps)
  await runWorkerPool(
    () => claimNotifications(deps, { limit: CONCURRENCY, without: [...paused] }),
    async (message: ClaimedNotification) => {
      const outcome = await deliver(deps, message)
      if (outcome === 'sent') sent++
      // Its budget is gone: messages of other kinds may still have room in theirs.
      if (outcome === 'paused') paused.add(message.kind)
      if (outcome === 'down') isDown = true
    },
    {
      concurrency: CONCURRENCY,
      isOver: () => isDown || time.aborted,
      giveBack: messages => releaseNotifications(deps, messages),
    },
  )
  return sent
}
