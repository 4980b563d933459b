import { z } from 'zod'
import { ArtistCard, ContentCard } from './content.ts'
import { Id, Nothing, wholeNumber } from './fields.ts'
import { SEARCH_MAX_LENGTH } from './limits.ts'

export const SearchResult = z.object({
  search_query_id: z.string(),
  promoted_videos: z.array(ContentCard),
  movies: z.array(ContentCard),
  series: z.array(ContentCard),
  artists: z.object({
    type: z.literal('artist_carousel'),
    items: z.array(ArtistCard),
  }),
  /** True if the text names an artist, whom clients show before the titles. */
  is_artist_first: z.boolean(),
  /** Words that were left out because nothing matched all of them, as they were typed. */
  dropped_words: z.array(z.string()),
})
export type SearchResult = z.infer<typeof SearchResult>

/** Schemas of the inputs and the reply of each call, by the name of its endpoint. */
export const searchCalls = {
  search: {
    summary: 'Search panel',
    query: z.strictObject({ query: z.string().max(SEARCH_MAX_LENGTH) }),
    data: SearchResult,
  },
  listPopularTitles: {
    own: true,
    summary: 'Titles that many users opened from the search lately, then the most visited',
    data: z.object({ items: z.array(ContentCard) }),
  },
  recordSearchClick: {
    summary: 'Record the opened search result',
    query: z.strictObject({
      contentId: Id,
      position: wholeNumber(1_000),
      queryId: Id,
    }),
    data: Nothing,
  },
}
