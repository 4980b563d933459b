import { eq, type SQL, sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import { artistCards } from '../catalogue/artist.queries.ts'
import { loadCards, withinBand } from '../catalogue/card.queries.ts'
import { contents, listed } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { type Hit, matchArtists, matchTitles, titlesNamed } from './match.ts'

/** Read to find enough of each group among them; which is short then is asked for by itself. */
const CANDIDATES = 64
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
  const enough = async (count: number, isOne: (hit: Hit) => boolean, condition: SQL) => {
    const found = hits.filter(isOne)
    if (found.length >= count || hits.length < CANDIDATES) return found.slice(0, count)
    const all = sql`${where} and ${condition}`
    const more = await titlesNamed(deps, query, all, count + PROMOTED)
    return more.filter(isOne).slice(0, count)
  }
  const promoted = await enough(
    PROMOTED,
    isPromoted,
    sql`${contents.flags} && ${sql.param(PROMOTING)}::text[]`,
  )
  const ofType = (type: Hit['type']) => {
    const isOne = (hit: Hit) => hit.type === type && promoted.every(({ id }) => id !== hit.id)
    return enough(PER_GROUP, isOne, eq(contents.type, type))
  }
  const groups = [promoted, ...(await Promise.all([ofType('single_video'), ofType('series')]))]
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
