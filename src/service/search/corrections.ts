/** Entries whose names resemble a query: its words after spelling correction, and similar names. */
import type { IndexEntry, NameIndex, PrefixGroups } from './name-index.ts'
import type { QueryWords } from './parsed-query.ts'
import { suggestionsFor } from './spelling.ts'

/** Limit of similar names: further ones are hardly relevant. */
const SIMILAR_MAX = 24

/** Entries that match the query after spelling correction. */
export function correctedMatches<Entry extends IndexEntry>(
  index: NameIndex<Entry>,
  { words }: QueryWords,
  accepts: (entry: Entry) => boolean,
  limit: number,
): Entry[] {
  const corrected = correctedWords(index, words)
  return corrected ? index.best([index.wordPrefixes(corrected)], accepts, limit) : []
}

/** Fuzzy matches of the whole query without spaces; if there are none, entries with similar words. */
export function similarEntries<Entry extends IndexEntry>(
  index: NameIndex<Entry>,
  { text, words }: QueryWords,
  accepts: (entry: Entry) => boolean,
  limit: number,
  errors?: 1 | 2,
): Entry[] {
  const most = Math.min(limit, SIMILAR_MAX)
  const found = index.best(index.fuzzy(text, errors), accepts, most)
  return found.length > 0 ? found : index.similar(words, accepts, most)
}

/** The word and its corrections, for every word of the query; null if there are no corrections. */
function correctedWords(
  { vocabulary }: Pick<NameIndex<IndexEntry>, 'vocabulary'>,
  words: readonly string[],
): PrefixGroups | null {
  const all = words.map(word => [word, ...suggestionsFor(word, vocabulary())])
  return all.every(({ length }) => length === 1) ? null : all
}
