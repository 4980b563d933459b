import type { ContentCard, ContentType } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import { isAgeAllowed } from '../access/age-rating.ts'
import { toArtistCard } from '../catalogue/artist.queries.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import type { Deps } from '../deps.ts'
import { matchArtists, matchTitles, titlesByPrefix, titlesMatchingName } from './match.ts'
import type { TitleEntry } from './search-index.ts'

/** Candidates for all groups; a group that is still short gets a query of its own. */
const CANDIDATES = 64
const PROMOTED = 3
const PER_GROUP = 8
const PROMOTING = ['selected', 'exclusive_dub'] as const

export type PanelResult = {
  promoted_videos: ContentCard[]
  movies: ContentCard[]
  series: ContentCard[]
  artists: ArtistCard[]
}

/** The groups of the search panel; every title is in one group only. */
export async function searchPanel(
  deps: Deps,
  query: string,
  language: Language,
  maxAge: number | null,
): Promise<PanelResult> {
  const titles = await titleGroups(deps, query, maxAge)
  const people = await matchArtists(deps, query, { limit: PER_GROUP })
  const ids = titles.flat().map(({ id }) => id)
  const cards = await loadCards(deps, ids, language, maxAge)
  const [promoted_videos, movies, series] = titles.map(group =>
    cards.filter(card => group.some(({ id }) => id === card.id)),
  ) as [ContentCard[], ContentCard[], ContentCard[]]
  const artists = people.map(artist => toArtistCard(deps, artist, language))
  return { promoted_videos, movies, series, artists }
}

/** Promoted titles, movies and series. */
async function titleGroups(
  deps: Deps,
  query: string,
  maxAge: number | null,
): Promise<TitleEntry[][]> {
  const isAllowed = ({ ageLimit }: TitleEntry) => isAgeAllowed(ageLimit, maxAge)
  const promoted = await titlesByPrefix(
    deps,
    query,
    title => isAllowed(title) && isPromoting(title),
    PROMOTED,
  )
  const isOther = ({ id }: TitleEntry) => promoted.every(one => one.id !== id)
  const best = await matchTitles(deps, query, isAllowed, { limit: CANDIDATES })
  const ofType = async (type: ContentType) => {
    const isOfType = (title: TitleEntry) => title.type === type && isOther(title)
    const found = best.filter(isOfType).slice(0, PER_GROUP)
    if (found.length === PER_GROUP || best.length < CANDIDATES) return found
    return titlesMatchingName(deps, query, title => isAllowed(title) && isOfType(title), PER_GROUP)
  }
  return [promoted, await ofType('single_video'), await ofType('series')]
}

/** Titles that editors promote; shown first only if their name starts with the query. */
function isPromoting({ flags }: TitleEntry): boolean {
  return PROMOTING.some(flag => flags.includes(flag))
}

/** Adds the search id and the position to every card, for click tracking. Positions start after `before`. */
export function withPositions(
  cards: readonly ContentCard[],
  queryId: string,
  before = 0,
): ContentCard[] {
  return cards.map((card, index) => ({
    ...card,
    search_query_id: queryId,
    search_position: before + index + 1,
  }))
}

/** All groups of the panel share one numbering. */
export function panelWithPositions(panel: PanelResult, queryId: string): PanelResult {
  const { promoted_videos, movies, series, artists } = panel
  const [first, second] = [promoted_videos.length, promoted_videos.length + movies.length]
  return {
    promoted_videos: withPositions(promoted_videos, queryId),
    movies: withPositions(movies, queryId, first),
    series: withPositions(series, queryId, second),
    artists,
  }
}
