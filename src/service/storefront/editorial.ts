/** Finds titles and artists by the external ids that editors chose. */
import { and, desc, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ArtistCard, ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { isWithinAgeParameter } from '../accounts/access/age-rating.ts'
import { artistCards, artistColumns, toArtistCard } from '../catalogue/titles/artist.queries.ts'
import { createCardContext } from '../catalogue/titles/card.queries.ts'
import { toCard } from '../catalogue/titles/card.ts'
import { cardRows } from '../catalogue/titles/card-columns.ts'
import { cachedPerVersion } from '../catalogue/titles/catalogue-cache.ts'
import { preparedQuery } from '../platform/db/prepared.ts'
import { artists } from '../platform/db/schema/catalogue.ts'
import { contents } from '../platform/db/schema/contents.ts'
import type { Deps } from '../platform/deps.ts'

/** The chosen ids as rows, so that results keep the order and repetitions of the choice. */
const curated = sql`unnest(${sql.placeholder('externalIds')}::text[]) with ordinality as chosen(external_id, place)`

/** Returns the titles in the order of the choice. */
export async function listCuratedTitles(
  deps: Deps,
  externalIds: readonly string[],
  language: Language,
  maxAge: number | null,
): Promise<ContentCard[]> {
  if (externalIds.length === 0) return []
  const query = preparedQuery(deps.db, 'titles chosen', db =>
    cardRows(db, and(isNull(contents.removedAt), isWithinAgeParameter))
      .innerJoin(curated, sql`chosen.external_id = ${contents.externalId}`)
      .orderBy(sql`chosen.place`),
  )
  const [rows, context] = await Promise.all([
    query.execute({ externalIds, maxAge }),
    createCardContext(deps, language),
  ])
  return rows.map(row => toCard(row, context))
}

export async function findTitleIds(
  { db }: Deps,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const { id, externalId } = contents
  const query = preparedQuery(db, 'ids of titles chosen', handle =>
    handle
      .select({ id, externalId })
      .from(contents)
      .where(sql`${externalId} = any(${sql.placeholder('externalIds')}::text[])`),
  )
  const rows = await query.execute({ externalIds })
  return new Map(rows.map(row => [row.externalId ?? '', row.id]))
}

/** Returns the external ids in the order of the ids. */
export async function findExternalIds(
  { db }: Pick<Deps, 'db'>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: contents.id, externalId: contents.externalId })
    .from(contents)
    .where(inArray(contents.id, [...ids]))
  const externalIds = new Map(rows.map(row => [row.id, row.externalId]))
  return ids.flatMap(id => externalIds.get(id) ?? [])
}

export async function listCuratedArtists(
  deps: Deps,
  externalIds: readonly string[],
  language: Language,
): Promise<ArtistCard[]> {
  if (externalIds.length === 0) return []
  const query = preparedQuery(deps.db, 'artists chosen', db =>
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

/** Returns artists with a picture, those of the most visited titles first. */
export async function listMostVisitedArtists(
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
