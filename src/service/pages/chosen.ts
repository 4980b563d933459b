/** Things that editors chose by what their own catalogue calls them. */
import { and, desc, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import { artistCards } from '../catalogue/artist.queries.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import { oncePerVersion } from '../catalogue/version.ts'
import { artists, contents } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'

/** In the order they were chosen. */
export async function titlesByExternalId(
  deps: Deps,
  externalIds: readonly string[],
  language: Language,
  band: number | null,
): Promise<ContentCard[]> {
  const ids = await titleIds(deps, externalIds)
  const chosen = externalIds.flatMap(externalId => ids.get(externalId) ?? [])
  return loadCards(deps, chosen, language, band)
}

export async function titleIds(
  deps: Deps,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const rows = await deps.db
    .select({ id: contents.id, externalId: contents.externalId })
    .from(contents)
    .where(inArray(contents.externalId, [...externalIds]))
  return new Map(rows.map(({ id, externalId }) => [externalId ?? '', id]))
}

export async function artistsByExternalId(
  deps: Deps,
  externalIds: readonly string[],
  language: Language,
): Promise<ArtistCard[]> {
  if (externalIds.length === 0) return []
  const rows = await deps.db
    .select({ id: artists.id, externalId: artists.externalId })
    .from(artists)
    .where(inArray(artists.externalId, [...externalIds]))
  const ids = new Map(rows.map(({ id, externalId }) => [externalId, id]))
  return artistCards(
    deps,
    externalIds.flatMap(externalId => ids.get(externalId) ?? []),
    language,
  )
}

/** People with a picture, those of the most visited titles first. */
export async function visitedArtists(
  deps: Deps,
  count: number,
  language: Language,
): Promise<ArtistCard[]> {
  const ids = await oncePerVersion(deps, `visited artists ${count}`, async () => {
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
