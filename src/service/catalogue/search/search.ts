import type { ArtistCard, ContentCard, ContentType } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { Deps } from '../../platform/deps.ts'
import { artistCards } from '../titles/artist.queries.ts'
import { loadCards } from '../titles/card.queries.ts'
import { searchUnderstood, type Understood } from './meaning/understood-search.ts'
import type { SearchEngine, TitleHit } from './search-engine.ts'
import { createSearchEngine } from './search-engine-of.ts'

/** Number of candidates for all groups; a group that is still short gets its own query. */
const CANDIDATES = 64
const PROMOTED = 3
const PER_GROUP = 8
/** Flags of titles that editors promote; they are shown first only if their name starts with the query. */
const PROMOTING = ['selected', 'exclusive_dub'] as const

type PanelResult = {
  promoted_videos: ContentCard[]
  movies: ContentCard[]
  series: ContentCard[]
  artists: ArtistCard[]
  /** True if the query names an artist, who comes before the titles. */
  is_artist_first: boolean
  dropped_words: string[]
}

/** Returns the groups of the search panel; every title is in one group only. */
export async function searchPanel(
  deps: Deps,
  text: string,
  language: Language,
  maxAge: number | null,
): Promise<PanelResult> {
  const engine = createSearchEngine(deps)
  const filter = { maxAge }
  const query = { text, filter, limit: CANDIDATES, artists: PER_GROUP, correctsArtists: true }
  const [promoted, understood] = await Promise.all([
    engine.titles({ text, filter: { maxAge, anyFlag: PROMOTING }, limit: PROMOTED, by: 'start' }),
    searchUnderstood(deps, engine, query),
  ])
  const groups = await titleGroups(engine, understood, promoted, maxAge)
  const ids = groups.flat().map(({ id }) => id)
  const [cards, artists] = await Promise.all([
    loadCards(deps, ids, language, maxAge),
    artistCards(deps, understood.artists, language),
  ])
  const [promoted_videos, movies, series] = groups.map(group =>
    cards.filter(card => group.some(({ id }) => id === card.id)),
  ) as [ContentCard[], ContentCard[], ContentCard[]]
  const { isArtistFirst: is_artist_first, dropped: dropped_words } = understood
  return { promoted_videos, movies, series, artists, is_artist_first, dropped_words }
}

/** Returns promoted titles, movies and series. */
async function titleGroups(
  engine: SearchEngine,
  { titles: best, titleQuery }: Understood,
  promoted: TitleHit[],
  maxAge: number | null,
): Promise<TitleHit[][]> {
  const { facets, ...query } = titleQuery
  const others = (titles: TitleHit[]) =>
    titles.filter(({ id }) => promoted.every(one => one.id !== id)).slice(0, PER_GROUP)
  const ofType = async (type: ContentType) => {
    const found = others(best.filter(title => title.type === type))
    if (found.length === PER_GROUP || best.length < CANDIDATES) return found
    const filter = { maxAge, facets, types: [type] }
    return others(await engine.titles({ ...query, filter, limit: PER_GROUP + PROMOTED }))
  }
  return [promoted, ...(await Promise.all([ofType('single_video'), ofType('series')]))]
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

/** Numbers the cards; all groups of the panel share one numbering. */
export function panelWithPositions(panel: PanelResult, queryId: string): PanelResult {
  const { promoted_videos, movies, series } = panel
  const [first, second] = [promoted_videos.length, promoted_videos.length + movies.length]
  return {
    ...panel,
    promoted_videos: withPositions(promoted_videos, queryId),
    movies: withPositions(movies, queryId, first),
    series: withPositions(series, queryId, second),
  }
}
