/** Titles as the people who run the service look for them and at them. */
import { and, count, desc, eq, gte, ilike, isNull, or, sql, sum } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { searchText } from '#src/lib/text/normalise.ts'
import { isInCatalogue } from '../access/in-time.ts'
import { contents } from '../db/schema/contents.ts'
import { contentWatchDays } from '../db/schema/player.ts'
import type { Deps } from '../deps.ts'

type Db = Pick<Deps['db'], 'select'>
const part = alias(contents, 'part')

/** Titles without seasons and episodes, the newest first. */
export function findTitles(
  db: Db,
  { words, isRemoved, limit }: { words: string | null; isRemoved: boolean; limit: number },
) {
  const text = words === null ? null : `%${searchText(words)}%`
  return db
    .select()
    .from(contents)
    .where(
      and(
        isNull(contents.seriesId),
        isRemoved ? sql`not ${isInCatalogue}` : isInCatalogue,
        text === null
          ? undefined
          : or(ilike(contents.searchText, text), ilike(contents.externalId, `%${words}%`)),
      ),
    )
    .orderBy(desc(contents.publishedAt), desc(contents.id))
    .limit(limit)
}

/** Of a title with its episodes, since a day. */
export async function watchedSince(db: Db, contentId: string, day: string) {
  const [row] = await db
    .select({ views: sum(contentWatchDays.views), seconds: sum(contentWatchDays.seconds) })
    .from(contentWatchDays)
    .innerJoin(part, eq(part.id, contentWatchDays.contentId))
    .where(
      and(or(eq(part.id, contentId), eq(part.seriesId, contentId)), gte(contentWatchDays.day, day)),
    )
  return { views: Number(row?.views ?? 0), seconds: Number(row?.seconds ?? 0) }
}

export async function episodeCount(db: Db, contentId: string): Promise<number> {
  const [row] = await db
    .select({ episodes: count() })
    .from(contents)
    .where(and(eq(contents.seriesId, contentId), eq(contents.type, 'episode')))
  return row?.episodes ?? 0
}
