/** Titles that appeared in the catalogue, for webhooks: by an import, by hand or at their time. */
import { and, asc, gt, lte } from 'drizzle-orm'
import { contents, listed } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { emitWebhookEvent, listenedSince, notEmitted } from '../webhooks/emit.ts'

/** After a pause of all nodes it looks back this far. */
const LOOK_BACK_MS = 86_400_000
const TYPE = 'title.published'

/** Each once, however often it runs; a title that gets another time of publication is published again then. */
export async function emitPublishedTitles({
  db,
  databaseNow,
}: Pick<Deps, 'db' | 'databaseNow'>): Promise<void> {
  const listened = await listenedSince(db, TYPE)
  if (!listened) return
  const now = await databaseNow(db)
  const since = new Date(Math.max(listened.getTime(), now.getTime() - LOOK_BACK_MS))
  const { id, shortId, externalId, type, publishedAt } = contents
  const titles = await db
    .select({ id, shortId, externalId, type, publishedAt })
    .from(contents)
    .where(and(listed(contents), gt(publishedAt, since), lte(publishedAt, now)))
    .orderBy(asc(publishedAt), asc(id))
  const published = titles.map(title => ({
    ...{ title, of: `${title.id}:${title.publishedAt.toISOString()}` },
  }))
  const fresh = new Set(
    await notEmitted(
      db,
      TYPE,
      published.map(({ of }) => of),
    ),
  )
  for (const { title, of } of published.filter(({ of }) => fresh.has(of))) {
    const data = {
      ...{ title: title.id, short_id: title.shortId },
      ...{ type: title.type, external_id: title.externalId },
    }
    await emitWebhookEvent(db, { type: TYPE, of, data }, now)
  }
}
