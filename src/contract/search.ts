import { z } from 'zod'
import { ContentCard } from './content.ts'
import { Id, Nothing, whole } from './fields.ts'
import { SEARCH_MAX_LENGTH } from './limits.ts'
import { ArtistCard } from './pages.ts'

export const SearchResult = z.object({
  search_query_id: z.string(),
  promoted_videos: z.array(ContentCard),
  movies: z.array(ContentCard),
  series: z.array(ContentCard),
  artists: z.object({
    type: z.literal('artist_carousel'),
    items: z.array(ArtistCard),
  }),
})
export type SearchResult = z.infer<typeof SearchResult>

/** What each call takes and answers, by the name of its endpoint. */
export const searchCalls = {
  search: {
    summary: 'Search panel',
    query: z.strictObject({ query: z.string().max(SEARCH_MAX_LENGTH) }),
    data: SearchResult,
  },
  listPopularTitles: {
    summary: 'Titles that many open from the search now, then the most visited',
    data: z.object({ items: z.array(ContentCard) }),
  },
  recordSearchClick: {
    summary: 'Record the opened search result',
    query: z.strictObject({
      contentId: Id,
      position: whole(1_000),
      queryId: Id,
    }),
    data: Nothing,
  },
}
