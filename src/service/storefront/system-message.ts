/** Manages the message on every page: one at a time, in all languages, from its start until it is cleared or ends. */

import { and, asc, gt, gte, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { mapLanguages } from '#src/contract/languages.ts'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { translationsToColumns } from '../platform/db/localized.ts'
import { systemMessages } from '../platform/db/schema/pages.ts'
import type { Deps } from '../platform/deps.ts'
import { newId } from '../platform/ids.ts'
import { WrittenMoment } from '../platform/written-moment.ts'
import { applyDuePages } from './planned-pages.ts'

const MOST = 200
const Text = z.string().trim().min(1).max(MOST)
export const NewMessage = z.object({
  ...mapLanguages(() => Text),
  type: z.enum(['error', 'success']),
  isDismissable: z.boolean(),
  /** Null begins now. */
  startsAt: z.date().nullable().default(null),
  endsAt: z.date().nullable(),
})
/** The file that `./pardeh message apply FILE` reads. */
export const MessageFile = z.strictObject({
  ...mapLanguages(() => Text),
  type: z.enum(['error', 'success']).default('success'),
  /** If true, visitors cannot close the message. */
  fixed: z.boolean().default(false),
  starts_at: WrittenMoment.optional(),
  ends_at: WrittenMoment.optional(),
})
export type NewMessage = z.input<typeof NewMessage>
type Needed = Pick<Deps, 'db' | 'now' | 'invalidate'>

/**
 * Replaces the current message. One that begins later leaves the current one until then. Returns how many planned messages it
 * removed, because only one is planned at a time.
 */
export async function setMessage(deps: Needed, message: NewMessage): Promise<number> {
  const startsAt = message.startsAt ?? deps.now()
  const planned = await removePlannedMessages(deps)
  await endMessages(deps, startsAt)
  await deps.db.insert(systemMessages).values({
    id: newId(),
    ...translationsToColumns('text', message),
    type: message.type,
    isDismissable: message.isDismissable,
    startsAt,
    endsAt: message.endsAt,
  })
  await deps.invalidate(['*'])
  return planned
}

/** Returns the message that is on every page, and then those that begin later. */
export async function listMessages({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const time = now()
  const rows = await db
    .select()
    .from(systemMessages)
    .where(isCurrent(time))
    .orderBy(asc(systemMessages.startsAt), asc(systemMessages.id))
  const current = rows.findLast(({ startsAt }) => startsAt <= time)
  return rows
    .filter(row => row === current || row.startsAt > time)
    .map(row => ({ ...row, state: row === current ? ('current' as const) : ('planned' as const) }))
}

function isCurrent(time: Date) {
  return or(isNull(systemMessages.endsAt), gt(systemMessages.endsAt, time))
}

/** Removes all messages. Returns how many were shown. */
export async function clearMessages(deps: Needed): Promise<number> {
  const count = (await removePlannedMessages(deps)) + (await endMessages(deps, deps.now()))
  if (count > 0) await deps.invalidate(['*'])
  return count
}

async function removePlannedMessages({ db, now }: Needed): Promise<number> {
  const { rowCount } = await db.delete(systemMessages).where(gt(systemMessages.startsAt, now()))
  return rowCount ?? 0
}

/** Ends the messages that have begun at a time. One that begins in this millisecond ends in the next one. */
async function endMessages({ db, now }: Needed, time: Date): Promise<number> {
  const ended = await db
    .update(systemMessages)
    .set({
      endsAt: sql`greatest(${time.toISOString()}::timestamptz, ${systemMessages.startsAt} + interval '1 millisecond')`,
    })
    .where(and(isCurrent(now()), isCurrent(time)))
    .returning({ id: systemMessages.id })
  return ended.length
}

/** Longer than the time between two runs of the job. */
const LOOK_BACK_MS = 2 * MINUTE_MS

/** Invalidates the pages after a message has begun or ended, because they are stored with the message of their time. */
async function turnMessages({ db, now, invalidate }: Needed): Promise<void> {
  const [since, until] = [new Date(now().getTime() - LOOK_BACK_MS), now()]
  const { startsAt, endsAt } = systemMessages
  const turned = or(
    and(gte(startsAt, since), lte(startsAt, until)),
    and(gte(endsAt, since), lte(endsAt, until)),
  )
  if ((await db.$count(systemMessages, turned)) > 0) await invalidate(['*'])
}

export function registerMessageJobs(deps: Deps): void {
  deps.jobs.define(
    'messages.turn',
    async () => {
      await applyDuePages(deps)
      await turnMessages(deps)
    },
    { cron: '* * * * *', retries: 0 },
  )
}
