/** Reports titles that appeared in the catalogue to webhooks: by an import, by an editor or by schedule. */
import { and, asc, gt, lte } from 'drizzle-orm'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { contents, isListedTitle } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  emitWebhookEvent,
  findUnemittedEvents,
  webhookListeningSince,
} from '../../platform/webhooks/emit.ts'

/** After an outage of all nodes it looks back this far. */
const LOOK_BACK_MS = DAY_MS
const TYPE = 'title.published'

/** Reports each title once, however often it runs. A title with a new publication time is reported again. */
export async function emitPublishedTitles({
  db,
  databaseNow,
}: Pick<Deps, 'db' | 'databaseNow'>): Promise<void> {
  const listened = await webhookListeningSince(db, TYPE)
  if (!listened) return
  const now = await databaseNow(db)
  const since = new Date(Math.max(listened.getTime(), now.getTime() - LOOK_BACK_MS))
  const { id, shortId, externalId, type, publishedAt } = contents
  const titles = await db
    .select({ id, shortId, externalId, type, publishedAt })
    .from(contents)
    .where(and(isListedTitle(contents), gt(publishedAt, since), lte(publishedAt, now)))
    .orderBy(asc(publishedAt), asc(id))
  const published = titles.map(title => ({
    title,
    of: `${title.id}:${title.publishedAt.toISOString()}`,
  }))
  const fresh = new Set(
    await findUnemittedEvents(
      db,
      TYPE,
      published.map(({ of }) => of),
    ),
  )
  for (const { title, of } of published.filter(({ of }) => fresh.has(of))) {
    const data = {
      title: title.id,
      short_id: title.shortId,
      type: title.type,
      external_id: title.externalId,
    }
    await emitWebhookEvent(db, { type: TYPE, of, data }, now)
  }
}
