import { sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import { searchText } from '#src/lib/text/normalise.ts'
import { artistCards } from '../catalogue/artist.queries.ts'
import { loadCards, withinBand } from '../catalogue/card.queries.ts'
import { contents, listed } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { matchArtists, matchTitles } from './match.ts'

const CANDIDATES = 40
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
  const [ids, artistIds] = await Promise.all([
    matchTitles(deps, query, where, CANDIDATES),
    matchArtists(deps, query, PER_GROUP),
  ])
  const [cards, artists] = await Promise.all([
    loadCards(deps, ids, language, band),
    artistCards(deps, artistIds, language),
  ])
  const promoted = cards.filter(isPromoted(query)).slice(0, PROMOTED)
  const rest = cards.filter(card => !promoted.includes(card))
  return {
    promoted_videos: promoted,
    movies: rest.filter(({ type }) => type === 'single_video').slice(0, PER_GROUP),
    series: rest.filter(({ type }) => type === 'series').slice(0, PER_GROUP),
    artists,
  }
}

/** What the editors chose is put forward only where its name begins with what was typed. */
function isPromoted(query: string): (card: ContentCard) => boolean {
  const text = searchText(query)
  return ({ flag, title }) =>
    PROMOTING.some(name => flag.includes(name)) && searchText(title).startsWith(text)
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
