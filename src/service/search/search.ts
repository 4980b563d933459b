import type { ContentCard, ContentType } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import { artistCards } from '../catalogue/artist.queries.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import type { Deps } from '../deps.ts'
import type { TitleHit } from './search-engine.ts'
import { searchEngineOf } from './search-engine-of.ts'

/** Candidates for all groups; a group that is still short gets a query of its own. */
const CANDIDATES = 64
const PROMOTED = 3
const PER_GROUP = 8
/** Titles that editors promote; shown first only if their name starts with the query. */
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
  const [titles, people] = await Promise.all([
    titleGroups(deps, query, maxAge),
    searchEngineOf(deps).artists({ text: query, limit: PER_GROUP }),
  ])
  const ids = titles.flat().map(({ id }) => id)
  const [cards, artists] = await Promise.all([
    loadCards(deps, ids, language, maxAge),
    artistCards(deps, people, language),
  ])
  const [promoted_videos, movies, series] = titles.map(group =>
    cards.filter(card => group.some(({ id }) => id === card.id)),
  ) as [ContentCard[], ContentCard[], ContentCard[]]
  return { promoted_videos, movies, series, artists }
}

/** Promoted titles, movies and series. */
async function titleGroups(deps: Deps, text: string, maxAge: number | null): Promise<TitleHit[][]> {
  const engine = searchEngineOf(deps)
  const [promoted, best] = await Promise.all([
    engine.titles({ text, filter: { maxAge, anyFlag: PROMOTING }, limit: PROMOTED, by: 'start' }),
    engine.titles({ text, filter: { maxAge }, limit: CANDIDATES }),
  ])
  const others = (titles: TitleHit[]) =>
    titles.filter(({ id }) => promoted.every(one => one.id !== id)).slice(0, PER_GROUP)
  const ofType = async (type: ContentType) => {
    const found = others(best.filter(title => title.type === type))
    if (found.length === PER_GROUP || best.length < CANDIDATES) return found
    const filter = { maxAge, types: [type] }
    return others(await engine.titles({ text, filter, limit: PER_GROUP + PROMOTED, by: 'name' }))
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
