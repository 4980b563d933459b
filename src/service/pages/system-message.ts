/** The message over every page: one at a time, in both languages, from now until it is cleared or its end comes. */

import { desc, gt, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { byLanguage } from '#src/contract/languages.ts'
import { toColumns } from '../db/localized.ts'
import { systemMessages } from '../db/schema/pages.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'

const MOST = 200
const Text = z.string().trim().min(1).max(MOST)
export const NewMessage = z.object({
  ...byLanguage(() => Text),
  type: z.enum(['error', 'success']),
  isDismissable: z.boolean(),
  endsAt: z.date().nullable(),
})
/** In a file: what `npm run message -- apply FILE` takes. */
export const MessageFile = z.strictObject({
  ...byLanguage(() => Text),
  type: z.enum(['error', 'success']).default('success'),
  /** It cannot be closed. */
  fixed: z.boolean().default(false),
  ends_at: z.iso.datetime({ offset: true }).optional(),
})
export type NewMessage = z.infer<typeof NewMessage>
type Needed = Pick<Deps, 'db' | 'now' | 'invalidate'>

export async function setMessage(deps: Needed, message: NewMessage): Promise<void> {
  await endMessages(deps)
  await deps.db.insert(systemMessages).values({
    id: newId(),
    ...toColumns('text', message),
    type: message.type,
    isDismissable: message.isDismissable,
    startsAt: deps.now(),
    endsAt: message.endsAt,
  })
  await deps.invalidate(['*'])
}

/** The one that is on or to come, the newest first. */
export async function currentMessage({ db, now }: Pick<Deps, 'db' | 'now'>) {
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

/** Answers how many were on. */
export async function clearMessages(deps: Needed): Promise<number> {
  const count = await endMessages(deps)
  if (count > 0) await deps.invalidate(['*'])
  return count
}

/** One that was to come ends with its first millisecond. */
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
