/** SMS messages that the service sends on its own initiative: stored with their subject, sent by a job. */
import type { Queryable } from '../db/open.ts'
import { type notificationKinds, notifications } from '../db/schema/notifications.ts'
import type { Deps } from '../deps.ts'
import { runWorkerPool } from '../worker-pool.ts'
import { isDaytime } from './daytime.ts'
import {
  type ClaimedNotification,
  claimNotifications,
  giveUpStaleNotifications,
  releaseNotifications,
} from './delivery.queries.ts'
import { deliverNotification } from './delivery.ts'

export type SmsNotification = {
  /** Subject, such as `ticket:` and the id of the answer. There is at most one message per subject. */
  key: string
  userId: string
  kind: (typeof notificationKinds)[number]
  text: string
}

/** Simultaneous messages of one node: only a part of the calls that a provider allows, to leave room for codes. */
const CONCURRENCY = 8
/** A run ends before the next one begins; unsent messages stay due. */
const LONGEST_MS = 50_000

/** Stores a message in the caller's transaction. */
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
 * Sends due messages and returns how many were sent. Each message is claimed for a minute, has its own attempts, and does not delay
 * others. A message is only sent twice if its node stops between sending it and storing that.
 */
export async function sendNotifications(
  deps: Deps,
  onBacklog?: () => Promise<void>,
): Promise<number> {
  const time = AbortSignal.timeout(LONGEST_MS)
  // Messages of marketing that are left at night wait for the morning.
  const paused = new Set<SmsNotification['kind']>(isDaytime(deps.now()) ? [] : ['campaign'])
  let sent = 0
  let isDown = false
  await giveUpStaleNotifications(deps)
  await runWorkerPool(
    () => claimNotifications(deps, { limit: CONCURRENCY, without: [...paused] }),
    async (message: ClaimedNotification) => {
      const outcome = await deliverNotification(deps, message)
      if (outcome === 'sent') sent++
      // The budget of this kind is used up; messages of other kinds may still be sent.
      if (outcome === 'paused') paused.add(message.kind)
      if (outcome === 'down') isDown = true
    },
    {
      concurrency: CONCURRENCY,
      isOver: () => isDown || time.aborted,
      onBacklog,
      giveBack: messages => releaseNotifications(deps, messages),
    },
  )
  return sent
}
