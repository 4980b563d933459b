import { SEARCH_MIN_LENGTH } from '#src/contract/limits.ts'
import type { SearchResult } from '#src/contract/search.ts'

/** Search runs only with three characters or more (spec §5); blanks at the ends do not count. */
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
