/** Finds documents whose names resemble a query: its words or the whole query with typing errors, and similar names. */
import type { Accepts, Doc, NameView, PrefixGroups } from './name-view.ts'
import type { QueryWords } from './parsed-query.ts'

/** Maximum number of similar names; further ones are hardly relevant. */
const SIMILAR_MAX = 24

/** Returns the documents that match the query after spelling correction. */
export function correctedMatches(
  view: NameView,
  { words }: QueryWords,
  accepts: Accepts,
  limit: number,
): Doc[] {
  const corrected = correctedWords(view, words)
  return corrected ? view.best([view.wordPrefixes(corrected)], accepts, limit) : []
}

/** Returns the documents whose names start with the whole query except for typing errors, ignoring spaces. */
export function misspeltMatches(
  view: NameView,
  { text }: QueryWords,
  accepts: Accepts,
  limit: number,
  errors?: 1 | 2,
): Doc[] {
  return view.best(view.fuzzy(text, errors), accepts, Math.min(limit, SIMILAR_MAX))
}

/** Returns the documents with words similar to those of the query. */
export function similarEntries(
  view: NameView,
  { words }: QueryWords,
  accepts: Accepts,
  limit: number,
): Doc[] {
  return view.similar(words, accepts, Math.min(limit, SIMILAR_MAX))
}

/** Returns each word of the query with its corrections; null if there are no corrections. */
function correctedWords(
  { corrections }: Pick<NameView, 'corrections'>,
  words: readonly string[],
): PrefixGroups | null {
  const all = words.map(word => [word, ...corrections(word)])
  return all.every(({ length }) => length === 1) ? null : all
}
