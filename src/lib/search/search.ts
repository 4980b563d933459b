import { SEARCH_MIN_LENGTH } from '#src/contract/limits.ts'
import type { SearchResult } from '#src/contract/search.ts'
import { searchLength } from '../text/search-length.ts'

/** True if the text has at least three characters, as a search requires (spec §5). */
export function isSearchable(text: string): boolean {
  return searchLength(text) >= SEARCH_MIN_LENGTH
}

/** Returns how many letters a started text lacks for a search; 0 for an empty text. */
export function missingLetters(text: string): number {
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
