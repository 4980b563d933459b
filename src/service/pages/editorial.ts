/** Things that editors chose by what their own catalogue calls them. */
import { and, desc, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import { withinGivenAge } from '../access/age-rating.ts'
import { artistCards, artistColumns, toArtistCard } from '../catalogue/artist.queries.ts'
import { cardContextOf } from '../catalogue/card.queries.ts'
import { toCard } from '../catalogue/card.ts'
import { cardRows } from '../catalogue/card-columns.ts'
import { cachedPerVersion } from '../catalogue/version-cache.ts'
import { prepared } from '../db/prepared.ts'
import { artists } from '../db/schema/catalogue.ts'
import { contents } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'

/** The names as rows, so that what they name comes in their order, as often as it was chosen. */
const curated = sql`unnest(${sql.placeholder('externalIds')}::text[]) with ordinality as chosen(external_id, place)`

/** In the order they were chosen. */
export async function curatedTitles(
  deps: Deps,
  externalIds: readonly string[],
  language: Language,
  maxAge: number | null,
): Promise<ContentCard[]> {
  if (externalIds.length === 0) return []
  const query = prepared(deps.db, 'titles chosen', db =>
    cardRows(db, and(isNull(contents.removedAt), withinGivenAge))
      .innerJoin(curated, sql`chosen.external_id = ${contents.externalId}`)
      .orderBy(sql`chosen.place`),
  )
  const [rows, context] = await Promise.all([
    query.execute({ externalIds, maxAge }),
    cardContextOf(deps, language),
  ])
  return rows.map(row => toCard(row, context))
}

export async function titleIds(
  { db }: Deps,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const { id, externalId } = contents
  const query = prepared(db, 'ids of titles chosen', handle =>
    handle
      .select({ id, externalId })
      .from(contents)
      .where(sql`${externalId} = any(${sql.placeholder('externalIds')}::text[])`),
  )
  const rows = await query.execute({ externalIds })
  return new Map(rows.map(row => [row.externalId ?? '', row.id]))
}

export async function curatedArtists(
  deps: Deps,
  externalIds: readonly string[],
  language: Language,
): Promise<ArtistCard[]> {
  if (externalIds.length === 0) return []
  const query = prepared(deps.db, 'artists chosen', db =>
    db
      .select(artistColumns)
      .from(artists)
      .innerJoin(curated, sql`chosen.external_id = ${artists.externalId}`)
      .where(isNull(artists.removedAt))
      .orderBy(sql`chosen.place`),
  )
  const rows = await query.execute({ externalIds })
  return rows.map(row => toArtistCard(deps, row, language))
}

/** People with a picture, those of the most visited titles first. */
export async function visitedArtists(
  deps: Deps,
  count: number,
  language: Language,
): Promise<ArtistCard[]> {
  const ids = await cachedPerVersion(deps, `visited artists ${count}`, async () => {
    const visits = sql`(select coalesce(sum(c.view_count), 0) from credits k join contents c on c.id = k.content_id
      where k.artist_id = ${artists.id})`
    const rows = await deps.db
      .select({ id: artists.id })
      .from(artists)
      .where(and(isNotNull(artists.imagePath), isNull(artists.removedAt)))
      .orderBy(desc(visits), artists.id)
      .limit(count)
    return rows.map(({ id }) => id)
  })
  return artistCards(deps, ids, language)
}
