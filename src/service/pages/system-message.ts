/** The message over every page: one at a time, in both languages, from now until it is cleared or its end comes. */

import { gt, isNull, or, sql } from 'drizzle-orm'
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
type NewMessage = z.infer<typeof NewMessage>
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
    .where(or(isNull(systemMessages.endsAt), gt(systemMessages.endsAt, time)))
    .returning({ id: systemMessages.id })
  return ended.length
}
