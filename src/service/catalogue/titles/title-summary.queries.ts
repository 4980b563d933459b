/** Titles for operators: search and details. */
import { and, count, desc, eq, gte, ilike, isNull, or, sql, sum } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { searchText } from '#src/lib/text/normalise.ts'
import { isInCatalogue } from '../../accounts/access/in-time.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { contentWatchDays } from '../../platform/db/schema/player.ts'
import type { Deps } from '../../platform/deps.ts'

type Db = Pick<Deps['db'], 'select'>
const part = alias(contents, 'part')

/** Returns titles without seasons and episodes, the newest first. */
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

/** Returns the title, season or episode with this external_id or short id, removed or not; null if there is none. */
export async function findTitleByName(db: Db, name: string) {
  const [row] = await db
    .select()
    .from(contents)
    .where(or(eq(contents.externalId, name), eq(contents.shortId, name)))
    .orderBy(sql`${contents.externalId} <> ${name}`)
    .limit(1)
  return row ?? null
}

/** Sums the watch days of a title with its episodes since a day. */
export async function sumWatchDays(db: Db, contentId: string, day: string) {
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
