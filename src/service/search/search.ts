import { eq, type SQL, sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import { artistCards } from '../catalogue/artist.queries.ts'
import { loadCards, withinBand } from '../catalogue/card.queries.ts'
import { contents, listed } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { type Hit, matchArtists, matchTitles, titlesBeginning, titlesNamed } from './match.ts'

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
  const people = matchArtists(deps, query, PER_GROUP).then(ids => artistCards(deps, ids, language))
  const [titles, artists] = await Promise.all([titleGroups(deps, query, where), people])
  const ids = titles.flat().map(({ id }) => id)
  const cards = await loadCards(deps, ids, language, band)
  const [promoted_videos, movies, series] = titles.map(group =>
    cards.filter(card => group.some(({ id }) => id === card.id)),
  ) as [ContentCard[], ContentCard[], ContentCard[]]
  return { promoted_videos, movies, series, artists }
}

/** Promoted, movies and series under `where`: each short one asked for by itself, all at once. */
async function titleGroups(deps: Deps, query: string, where: SQL): Promise<Hit[][]> {
  const hits = await matchTitles(deps, query, where, CANDIDATES)
  const isAll = hits.length < CANDIDATES
  const enough = (found: Hit[], count: number, ask: () => Promise<Hit[]>) =>
    isAll || found.length >= count ? found : ask()
  const chosen = hits.filter(isPromoted).slice(0, PROMOTED)
  const ofType = (type: Hit['type']) =>
    enough(
      hits.filter(hit => hit.type === type && !chosen.includes(hit)),
      PER_GROUP,
      () =>
        titlesNamed(
          deps,
          query,
          sql`${where} and ${eq(contents.type, type)}`,
          PER_GROUP + PROMOTED,
        ),
    )
  const isPromoting = sql`${contents.flags} && ${sql.param(PROMOTING)}::text[]`
  const [promoted, movies, series] = await Promise.all([
    enough(chosen, PROMOTED, () =>
      titlesBeginning(deps, query, sql`${where} and ${isPromoting}`, PROMOTED),
    ),
    ofType('single_video'),
    ofType('series'),
  ])
  const others = (group: Hit[]) =>
    group.filter(({ id }) => promoted.every(one => one.id !== id)).slice(0, PER_GROUP)
  return [promoted, others(movies), others(series)]
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
