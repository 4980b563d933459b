/** Finds the film or episode that a video belongs to. */
import { and, eq, isNull, or } from 'drizzle-orm'
import { quoteText } from '#src/lib/text/visible.ts'
import type { Database } from '../../platform/db/open.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { IngestError } from './ingest-error.ts'

/** No title has this external_id or short_id. */
export class TitleNotFoundError extends IngestError {}

/**
 * Finds a film or episode.
 * @param name external_id or short_id
 * @throws TitleNotFoundError if it does not exist; IngestError if it is a series
 */
export async function findVideoTitle(db: Database, name: string) {
  const [content] = await db
    .select()
    .from(contents)
    .where(
      and(
        or(eq(contents.externalId, name), eq(contents.shortId, name)),
        or(isNull(contents.removedAt), contents.hiddenBySchedule),
      ),
    )
  if (!content) {
    throw new TitleNotFoundError(
      `The title ${quoteText(name)} does not exist. Give its external_id, or the id in its URL.`,
    )
  }
  if (!['single_video', 'episode'].includes(content.type)) {
    throw new IngestError(
      `${quoteText(name)} is a ${content.type}: a video belongs to a film or to an episode.`,
    )
  }
  return content
}
