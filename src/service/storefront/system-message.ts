/** Manages the message on every page: one at a time, in all languages, from now until it is cleared or ends. */

import { desc, gt, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { mapLanguages } from '#src/contract/languages.ts'
import { translationsToColumns } from '../platform/db/localized.ts'
import { systemMessages } from '../platform/db/schema/pages.ts'
import type { Deps } from '../platform/deps.ts'
import { newId } from '../platform/ids.ts'
import { WrittenMoment } from '../platform/written-moment.ts'

const MOST = 200
const Text = z.string().trim().min(1).max(MOST)
export const NewMessage = z.object({
  ...mapLanguages(() => Text),
  type: z.enum(['error', 'success']),
  isDismissable: z.boolean(),
  endsAt: z.date().nullable(),
})
/** The file that `./pardeh message apply FILE` reads. */
export const MessageFile = z.strictObject({
  ...mapLanguages(() => Text),
  type: z.enum(['error', 'success']).default('success'),
  /** If true, visitors cannot close the message. */
  fixed: z.boolean().default(false),
  ends_at: WrittenMoment.optional(),
})
export type NewMessage = z.infer<typeof NewMessage>
type Needed = Pick<Deps, 'db' | 'now' | 'invalidate'>

export async function setMessage(deps: Needed, message: NewMessage): Promise<void> {
  await endMessages(deps)
  await deps.db.insert(systemMessages).values({
    id: newId(),
    ...translationsToColumns('text', message),
    type: message.type,
    isDismissable: message.isDismissable,
    startsAt: deps.now(),
    endsAt: message.endsAt,
  })
  await deps.invalidate(['*'])
}

/** Returns the current or next message, newest first. */
export async function findCurrentMessage({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const [row] = await db
    .select()
    .from(systemMessages)
    .where(isCurrent(now()))
    .orderBy(desc(systemMessages.startsAt), desc(systemMessages.id))
    .limit(1)
  return row ?? null
}

function isCurrent(time: Date) {
  return or(isNull(systemMessages.endsAt), gt(systemMessages.endsAt, time))
}

/** Removes all messages. Returns how many were shown. */
export async function clearMessages(deps: Needed): Promise<number> {
  const count = await endMessages(deps)
  if (count > 0) await deps.invalidate(['*'])
  return count
}

/** Ends all messages. A future message ends one millisecond after its start. */
async function endMessages({ db, now }: Needed): Promise<number> {
  const time = now()
  const ended = await db
    .update(systemMessages)
    .set({
      endsAt: sql`greatest(${time.toISOString()}::timestamptz, ${systemMessages.startsAt} + interval '1 millisecond')`,
    })
    .where(isCurrent(time))
    .returning({ id: systemMessages.id })
  return ended.length
}
