/**
 * Finds documents for other readings of a query: the other keyboard layout, numbers as digits, Persian in Latin
 * letters.
 */
import { nameMatches } from './name-matches.ts'
import type { Accepts, Doc, NameView, PrefixGroups } from './name-view.ts'
import { isShortQuery, type ParsedQuery, type QueryWords } from './parsed-query.ts'

/** Words for the ezafe and “and” in Latin letters, which no title contains. */
const PARTICLES = new Set(['e', 'ye', 'y', 'i', 'o', 'va'])
/** Maximum number of names in Latin letters; further ones are unlikely. */
const TRANSLITERATED_MAX = 24

export function otherReadings(
  view: NameView,
  typed: ParsedQuery,
  accepts: Accepts,
  limit: number,
): Doc[] {
  const { otherLayout, inDigits } = typed
  const matching = (other: QueryWords) => nameMatches(view, other, accepts, limit)
  const inLayout = otherLayout && !isShortQuery(otherLayout) ? matching(otherLayout) : []
  if (isShortQuery(typed)) return inLayout
  const found = [...inLayout, ...(inDigits ? matching(inDigits) : [])]
  if (!typed.isLatin) return found
  const asWords = transliteratedWords(view, typed.words)
  const matches = view.transliterated(typed.text)
  if (asWords) matches.push(view.wordPrefixes(asWords))
  return [...found, ...view.best(matches, accepts, Math.min(limit, TRANSLITERATED_MAX))]
}

/** Returns every word of the query with the Persian words that it spells; null if a word spells none. */
function transliteratedWords(
  view: Pick<NameView, 'transliteratedWords'>,
  words: readonly string[],
): PrefixGroups | null {
  const meant = words.filter(word => !PARTICLES.has(word)).map(view.transliteratedWords)
  return meant.length > 0 && meant.every(({ length }) => length > 0) ? meant : null
}
