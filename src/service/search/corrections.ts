/** Documents whose names resemble a query: its words after spelling correction, and similar names. */
import type { Accepts, Doc, NameView, PrefixGroups } from './name-view.ts'
import type { QueryWords } from './parsed-query.ts'

/** Limit of similar names: further ones are hardly relevant. */
const SIMILAR_MAX = 24

/** Documents that match the query after spelling correction. */
export function correctedMatches(
  view: NameView,
  { words }: QueryWords,
  accepts: Accepts,
  limit: number,
): Doc[] {
  const corrected = correctedWords(view, words)
  return corrected ? view.best([view.wordPrefixes(corrected)], accepts, limit) : []
}

/** Fuzzy matches of the whole query without spaces; if there are none, documents with similar words. */
export function similarEntries(
  view: NameView,
  { text, words }: QueryWords,
  accepts: Accepts,
  limit: number,
  errors?: 1 | 2,
): Doc[] {
  const most = Math.min(limit, SIMILAR_MAX)
  const found = view.best(view.fuzzy(text, errors), accepts, most)
  return found.length > 0 ? found : view.similar(words, accepts, most)
}

/** The word and its corrections, for every word of the query; null if there are no corrections. */
function correctedWords(
  { corrections }: Pick<NameView, 'corrections'>,
  words: readonly string[],
): PrefixGroups | null {
  const all = words.map(word => [word, ...corrections(word)])
  return all.every(({ length }) => length === 1) ? null : all
}
