/** Entries of an index by name: exact names, names with the query as prefix, then names with its words as prefixes. */
import type { IndexEntry, NameIndex } from './name-index.ts'
import { spaceless } from './names.ts'
import type { ParsedQuery, QueryWords } from './parsed-query.ts'

type Accepts<Entry> = (entry: Entry) => boolean

export function nameMatches<Entry extends IndexEntry>(
  index: NameIndex<Entry>,
  typed: QueryWords,
  accepts: Accepts<Entry>,
  limit: number,
): Entry[] {
  const first = index.best(exactAndPrefix(index, typed), accepts, limit)
  if (first.length >= limit) return first
  const seen = new Set(first)
  const isOther = (entry: Entry) => !seen.has(entry) && accepts(entry)
  const asWords = index.wordPrefixes(typed.words.map(word => [word]))
  return [...first, ...index.best([asWords], isOther, limit - first.length)]
}

/** Exact matches, then prefix matches; spaces are ignored. */
export function exactAndPrefix(
  index: Pick<NameIndex<IndexEntry>, 'exact' | 'prefix'>,
  { text }: QueryWords,
): number[][] {
  return text === '' ? [] : [index.exact(text), index.prefix(text)]
}

/**
 * Name matches of the query as typed and, where it has signs that are letters in the other keyboard layout, of what it is there: these
 * come first unless a name equals the typed text or starts with its words, as with “rock'n'roll”. A sign that stands in no name, as in
 * “]ali”, is dropped from the typed text: a name that starts with the rest was not meant.
 */
export function hitsOf<Entry extends IndexEntry>(
  index: NameIndex<Entry>,
  typed: ParsedQuery,
  accepts: Accepts<Entry>,
  limit: number,
): Entry[] {
  const named = nameMatches(index, typed, accepts, limit)
  if (!typed.looksWrong || !typed.otherLayout) return named
  const others = nameMatches(index, typed.otherLayout, accepts, limit)
  const isMeant = !typed.hasLayoutSigns && named.some(entry => startsAsTyped(entry, typed))
  return merged(isMeant ? [named, others] : [others, named], limit)
}

/** Entries of the lists without duplicates. */
export function merged<Entry extends IndexEntry>(
  lists: readonly (readonly Entry[])[],
  limit: number,
): Entry[] {
  return [...new Map(lists.flat().map(entry => [entry.id, entry])).values()].slice(0, limit)
}

function startsAsTyped({ text }: IndexEntry, typed: QueryWords): boolean {
  const letters = spaceless(typed.text)
  return text.split('\n').some(name => name.startsWith(typed.text) || spaceless(name) === letters)
}
