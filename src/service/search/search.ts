import type { ContentCard, ContentType } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import { isWithinBand } from '../access/band.ts'
import { toArtistCard } from '../catalogue/artist.queries.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import type { Deps } from '../deps.ts'
import { matchArtists, matchTitles, titlesBeginning, titlesNamed } from './match.ts'
import type { TitleName } from './names.ts'

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
  const titles = await titleGroups(deps, query, band)
  const people = await matchArtists(deps, query, PER_GROUP)
  const ids = titles.flat().map(({ id }) => id)
  const cards = await loadCards(deps, ids, language, band)
  const [promoted_videos, movies, series] = titles.map(group =>
    cards.filter(card => group.some(({ id }) => id === card.id)),
  ) as [ContentCard[], ContentCard[], ContentCard[]]
  const artists = people.map(artist => toArtistCard(deps, artist, language))
  return { promoted_videos, movies, series, artists }
}

/** Promoted, movies and series; each that is short among the best is looked for by itself. */
async function titleGroups(deps: Deps, query: string, band: number | null): Promise<TitleName[][]> {
  const isAllowed = ({ ageLimit }: TitleName) => isWithinBand(ageLimit, band)
  const promoted = await titlesBeginning(
    deps,
    query,
    title => isAllowed(title) && isPromoting(title),
    PROMOTED,
  )
  const isOther = ({ id }: TitleName) => promoted.every(one => one.id !== id)
  const best = await matchTitles(deps, query, isAllowed, CANDIDATES)
  const ofType = async (wanted: ContentType) => {
    const isWanted = (title: TitleName) => title.type === wanted && isOther(title)
    const found = best.filter(isWanted).slice(0, PER_GROUP)
    if (found.length === PER_GROUP || best.length < CANDIDATES) return found
    return titlesNamed(deps, query, title => isAllowed(title) && isWanted(title), PER_GROUP)
  }
  return [promoted, await ofType('single_video'), await ofType('series')]
}

/** What the editors chose is put forward only where its name begins with what was typed. */
function isPromoting({ flags }: TitleName): boolean {
  return PROMOTING.some(flag => flags.includes(flag))
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
