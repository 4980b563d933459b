import { sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import { artistCards } from '../catalogue/artist.queries.ts'
import { loadCards, withinBand } from '../catalogue/card.queries.ts'
import { contents, listed } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { type Hit, matchArtists, matchTitles } from './match.ts'

/** Read to find enough of each group among them. */
const CANDIDATES = 200
const PROMOTED = 3
const PER_GROUP = 8
const PROMOTING = ['selected', 'exclusive_dub'] as const

export type Found = {
  promoted_videos: ContentCard[]
  movies: ContentCard[]
  series: ContentCard[]
  artists: ArtistCard[]
}

/** The groups of the search panel; a title stands in one of them. */
export async function searchPanel(
  deps: Deps,
  query: string,
  language: Language,
  band: number | null,
): Promise<Found> {
  const where = sql`${listed(contents)} and ${withinBand(band) ?? sql`true`}`
  const [hits, artistIds] = await Promise.all([
    matchTitles(deps, query, where, CANDIDATES),
    matchArtists(deps, query, PER_GROUP),
  ])
  const promoted = hits.filter(isPromoted).slice(0, PROMOTED)
  const rest = hits.filter(hit => !promoted.includes(hit))
  const ofType = (type: Hit['type']) => rest.filter(hit => hit.type === type).slice(0, PER_GROUP)
  const groups = [promoted, ofType('single_video'), ofType('series')]
  const [cards, artists] = await Promise.all([
    loadCards(
      deps,
      groups.flat().map(({ id }) => id),
      language,
      band,
    ),
    artistCards(deps, artistIds, language),
  ])
  const [promoted_videos = [], movies = [], series = []] = groups.map(group =>
    cards.filter(card => group.some(({ id }) => id === card.id)),
  )
  return { promoted_videos, movies, series, artists }
}

/** What the editors chose is put forward only where its name begins with what was typed. */
function isPromoted({ begins, flags }: Hit): boolean {
  return begins && PROMOTING.some(flag => flags.includes(flag))
}

/** Marks cards with the search they came from, in the order they are shown. */
export function withPositions(found: Found, queryId: string): Found {
  let position = 0
  const mark = (card: ContentCard) => ({
    ...card,
    search_query_id: queryId,
    search_position: ++position,
  })
  return {
    promoted_videos: found.promoted_videos.map(mark),
    movies: found.movies.map(mark),
    series: found.series.map(mark),
    artists: found.artists,
  }
}
