/** Documents of an index by name: exact names, names with the query as prefix, then names with its words as prefixes. */

import type { Accepts, Doc, Group, NameView } from './name-view.ts'
import { spaceless } from './names.ts'
import type { ParsedQuery, QueryWords } from './parsed-query.ts'

export function nameMatches(
  view: NameView,
  typed: QueryWords,
  accepts: Accepts,
  limit: number,
): Doc[] {
  const first = view.best(exactAndPrefix(view, typed), accepts, limit)
  if (first.length >= limit) return first
  const asWords = view.wordPrefixes(typed.words.map(word => [word]))
  return [...first, ...view.best([asWords], accepts, limit - first.length, new Set(first))]
}

/** Exact matches, then prefix matches; spaces are ignored. */
export function exactAndPrefix(
  view: Pick<NameView, 'exact' | 'prefix'>,
  { text }: QueryWords,
): Group[] {
  return text === '' ? [] : [view.exact(text), view.prefix(text)]
}

/**
 * Name matches of the query as typed and, where it has signs that are letters in the other keyboard layout, of what it is there: these
 * come first unless a name equals the typed text or starts with its words, as with “rock'n'roll”. A sign that stands in no name, as in
 * “]ali”, is dropped from the typed text: a name that starts with the rest was not meant.
 */
export function hitsOf(view: NameView, typed: ParsedQuery, accepts: Accepts, limit: number): Doc[] {
  const named = nameMatches(view, typed, accepts, limit)
  if (!typed.looksWrong || !typed.otherLayout) return named
  const others = nameMatches(view, typed.otherLayout, accepts, limit)
  const isMeant = !typed.hasLayoutSigns && named.some(doc => startsAsTyped(view.textOf(doc), typed))
  return merged(isMeant ? [named, others] : [others, named], limit)
}

/** Documents of the lists without duplicates. */
export function merged(lists: readonly (readonly Doc[])[], limit: number): Doc[] {
  return [...new Set(lists.flat())].slice(0, limit)
}

export function startsAsTyped(text: string, typed: QueryWords): boolean {
  const letters = spaceless(typed.text)
  return text.split('\n').some(name => name.startsWith(typed.text) || spaceless(name) === letters)
}
