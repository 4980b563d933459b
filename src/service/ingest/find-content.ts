/** The film or episode that a video belongs to. */
import { and, eq, isNull, or } from 'drizzle-orm'
import { quoted } from '#src/lib/text/visible.ts'
import type { Database } from '../db/open.ts'
import { contents } from '../db/schema/contents.ts'
import { IngestError } from './ingest-error.ts'

/** @param name external_id or short_id @throws IngestError */
export async function findContent(db: Database, name: string) {
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
    throw new IngestError(
      `There is no title ${quoted(name)}. Give the external_id of the import, or the id in its address.`,
    )
  }
  if (!['single_video', 'episode'].includes(content.type)) {
    throw new IngestError(
      `${quoted(name)} is a ${content.type}: a video belongs to a film or to an episode.`,
    )
  }
  return content
}
