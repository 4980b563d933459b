/** Finds documents by name: exact names, names with the query as prefix, then names with its words as prefixes. */

import type { Accepts, Doc, Group, NameView } from './name-view.ts'
import { removeSpaces } from './names.ts'
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

/** Returns exact matches, then prefix matches; spaces are ignored. */
export function exactAndPrefix(
  view: Pick<NameView, 'exact' | 'prefix'>,
  { text }: QueryWords,
): Group[] {
  return text === '' ? [] : [view.exact(text), view.prefix(text)]
}

/** Returns the documents that have all words of the query as whole words. */
export function namesOfWords(view: Pick<NameView, 'wholeWords'>, { words }: QueryWords): Group {
  return view.wholeWords(words)
}

/** Returns the documents whose name is the query, or its reading in the other layout if the text looks wrong. */
export function exactHits(
  view: NameView,
  typed: ParsedQuery,
  accepts: Accepts,
  limit: number,
): Doc[] {
  const { text, looksWrong, otherLayout } = typed
  const texts = [text, ...(looksWrong && otherLayout ? [otherLayout.text] : [])]
  return view.best(texts.filter(Boolean).map(view.exact), accepts, limit)
}

/**
 * Returns the name matches of the query as typed and, if it has signs that are letters in the other keyboard layout, of
 * its other reading. The latter come first unless a name equals the typed text or starts with its words, as with
 * “rock'n'roll”. A sign that occurs in no name, as in “]ali”, is removed from the typed text, because a name that
 * starts with the rest was not meant.
 */
export function rankNameHits(
  view: NameView,
  typed: ParsedQuery,
  accepts: Accepts,
  limit: number,
): Doc[] {
  const named = nameMatches(view, typed, accepts, limit)
  if (!typed.looksWrong || !typed.otherLayout) return named
  const others = nameMatches(view, typed.otherLayout, accepts, limit)
  const isMeant = !typed.hasLayoutSigns && named.some(doc => startsAsTyped(view.textOf(doc), typed))
  return mergeDocs(isMeant ? [named, others] : [others, named], limit)
}

/** Returns the documents of the lists without duplicates. */
export function mergeDocs(lists: readonly (readonly Doc[])[], limit: number): Doc[] {
  return [...new Set(lists.flat())].slice(0, limit)
}

export function startsAsTyped(text: string, typed: QueryWords): boolean {
  const letters = removeSpaces(typed.text)
  return text
    .split('\n')
    .some(name => name.startsWith(typed.text) || removeSpaces(name) === letters)
}
