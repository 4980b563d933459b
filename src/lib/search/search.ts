import { SEARCH_MIN_LENGTH } from '#src/contract/limits.ts'
import type { SearchResult } from '#src/contract/search.ts'
import { searchLength } from '../text/search-length.ts'

/** Search needs three characters (spec §5). */
export function isSearchable(text: string): boolean {
  return searchLength(text) >= SEARCH_MIN_LENGTH
}

/** How many letters a text that was begun lacks for a search; 0 without any text. */
export function lettersMissing(text: string): number {
  return text.trim() === '' ? 0 : Math.max(0, SEARCH_MIN_LENGTH - searchLength(text))
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
