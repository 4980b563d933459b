/** Reminders for titles that become playable, and their messages: one per user. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { findPlayableIds } from '../../accounts/access/playable.ts'
import { translatedText } from '../../platform/db/localized.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { contentReminders } from '../../platform/db/schema/library.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { enqueueNotification } from '../../platform/notifications/notifications.ts'
import { titleUrl } from '../../platform/notifications/site.ts'

/** Number of messages written in one transaction. */
const BATCH = 500

/** Adds a reminder; an existing one is kept. @throws ApiError conflict if the title can already be played */
export async function saveReminder(deps: Deps, userId: string, contentId: string): Promise<void> {
  if ((await findPlayableIds(deps, [contentId])).has(contentId)) throw new ApiError('conflict')
  await deps.db
    .insert(contentReminders)
    .values({ userId, contentId, createdAt: deps.now() })
    .onConflictDoNothing()
}

export async function deleteReminder(
  { db }: Deps,
  userId: string,
  contentId: string,
): Promise<void> {
  await db
    .delete(contentReminders)
    .where(and(eq(contentReminders.userId, userId), eq(contentReminders.contentId, contentId)))
}

/**
 * Writes messages for titles that have become playable, and returns their number. A reminder is deleted in the
 * transaction that writes its message, so that it is sent once, however many nodes run this.
 */
export async function remindOfAvailable(deps: Deps): Promise<number> {
  const awaited = await deps.db
    .selectDistinct({ id: contentReminders.contentId })
    .from(contentReminders)
  const ids = [
    ...(await findPlayableIds(
      deps,
      awaited.map(({ id }) => id),
    )),
  ]
  if (ids.length === 0) return 0
  const titles = await deps.db.select().from(contents).where(inArray(contents.id, ids))
  let count = 0
  for (const title of titles) {
    for (;;) {
      const written = await remindBatch(deps, title)
      count += written
      if (written < BATCH) break
    }
  }
  return count
}

function remindBatch(deps: Deps, title: typeof contents.$inferSelect): Promise<number> {
  const t = getT(DEFAULT_LANGUAGE)
  const text = t('library.sms.available', {
    title: translatedText(title, 'title', DEFAULT_LANGUAGE) ?? '',
    url: titleUrl(deps, title.shortId),
  })
  return inTransaction(deps.db, async tx => {
    const { rows } = await tx.execute<{ user_id: string }>(sql`
      delete from content_reminders where content_id = ${title.id} and user_id in (
        select user_id from content_reminders where content_id = ${title.id}
        order by user_id limit ${BATCH} for update skip locked)
      returning user_id`)
    const now = deps.now()
    for (const { user_id: userId } of rows) {
      const key = `available:${title.id}:${userId}:${now.getTime()}`
      await enqueueNotification(tx, { key, userId, kind: 'title_available', text }, now)
    }
    return rows.length
  })
}
