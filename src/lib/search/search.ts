import { SEARCH_MIN_LENGTH } from '#src/contract/limits.ts'
import type { SearchResult } from '#src/contract/search.ts'

/** Search needs three characters (spec §5), without leading and trailing spaces. */
export function isSearchable(text: string): boolean {
  return [...text.trim()].length >= SEARCH_MIN_LENGTH
}

export function isEmptyResult(result: SearchResult): boolean {
  return (
    result.promoted_videos.length +
      result.movies.length +
      result.series.length +
      result.artists.items.length ===
    0
  )
}
