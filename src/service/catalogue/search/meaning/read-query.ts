/** Reads a query as words of names, of criteria and without a meaning. */
import { readShortYear, readYears, type Years } from '#src/lib/text/asked-years.ts'
import { cleanText, searchText } from '#src/lib/text/normalise.ts'
import { numberWordsToDigits } from '#src/lib/text/number-words.ts'
import type { Facet } from '../search-engine.ts'
import { suggestCorrections } from '../spelling.ts'
import { findTransliterations, isLatin } from '../transliteration.ts'
import type { Meaning, Meanings, Strength } from './meanings.ts'

/** Words `from` to `to - 1` of the query. */
export type Token = { from: number; to: number; meaning: Meaning | { kind: 'name' } }
export type Reading = {
  /** Words in the form of the search index. */
  words: readonly string[]
  /** The same words as they were typed. */
  typed: readonly string[]
  tokens: readonly Token[]
}

/** Further words of a query are ignored. */
const WORDS_MAX = 16
/** Maximum number of words that have a meaning together. */
const PHRASE_MAX = 4
const TRANSLITERATIONS = 4

export function readQuery(raw: string, meanings: Meanings): Reading {
  const words = searchText(raw).split(' ').filter(Boolean).slice(0, WORDS_MAX)
  const tokens: Token[] = []
  for (let from = 0; from < words.length; ) {
    const token = tokenAt(words, from, meanings) ??
      shortYearAt(words, from, tokens.at(-1)) ?? { from, to: from + 1, meaning: NAME }
    tokens.push(token)
    from = token.to
  }
  return { words, typed: typedWords(raw, words), tokens }
}

const NAME = { kind: 'name' } as const

/** Reads the last word as a year of two digits if a criterion is before it. */
function shortYearAt(
  words: readonly string[],
  from: number,
  before: Token | undefined,
): Token | null {
  if (from !== words.length - 1 || before?.meaning.kind !== 'facets') return null
  const years = readShortYear(words[from] ?? '', words.slice(0, from).every(isLatin))
  return years && { from, to: from + 1, meaning: yearsMeaning(years) }
}

function yearsMeaning(years: Years): Meaning {
  return { kind: 'facets', facets: [{ years }], strength: 'sure' }
}

function tokenAt(words: readonly string[], from: number, meanings: Meanings): Token | null {
  const asked = readYears(words, from)
  if (asked) return { from, to: from + asked.count, meaning: yearsMeaning(asked.years) }
  for (let to = Math.min(words.length, from + PHRASE_MAX); to > from; to--) {
    const meaning = meanings.find(words.slice(from, to).join(''))
    if (!meaning) continue
    if (meaning.kind !== 'numbered') return { from, to, meaning }
    // «فصل دوم» is no part of a name, «فصل خون» is.
    if (isOrdinal(words[to])) return { from, to: to + 1, meaning }
  }
  return null
}

/**
 * Reads words with a typing error, or Persian words in Latin letters, as words with a meaning.
 * @returns null unless every word of the query then has a meaning
 */
export function readMisspelt(reading: Reading, meanings: Meanings): Reading | null {
  const { words } = reading
  const tokens: Token[] = []
  for (let from = 0; from < words.length; ) {
    const known = reading.tokens.find(token => token.from === from && token.meaning !== NAME)
    const token = known ?? misspeltTokenAt(words, from, meanings)
    if (!token) return null
    tokens.push(token)
    from = token.to
  }
  return { ...reading, tokens }
}

function misspeltTokenAt(words: readonly string[], from: number, meanings: Meanings): Token | null {
  const { vocabulary, find } = meanings
  for (let to = Math.min(words.length, from + 2); to > from; to--) {
    const text = words.slice(from, to).join('')
    const near = suggestCorrections(text, [vocabulary], 1).filter(
      word => Math.abs(word.length - text.length) <= 1,
    )
    const spelt = isLatin(text)
      ? findTransliterations(text, [vocabulary], TRANSLITERATIONS, { isWhole: true })
      : []
    const meaning = [...spelt, ...near].map(find).find(each => each?.kind === 'facets')
    if (meaning) return { from, to, meaning }
  }
  return null
}

function isOrdinal(word: string | undefined): boolean {
  return word !== undefined && (numberWordsToDigits([word]) !== null || /^\d+$/.test(word))
}

/** Returns the words as they were typed, or in the form of the index if both differ in number. */
function typedWords(raw: string, words: readonly string[]): readonly string[] {
  const typed = cleanText(raw)
    .split(/[^\p{L}\p{N}\p{M}\u0640]+/u)
    .filter(word => searchText(word) !== '')
    .slice(0, WORDS_MAX)
  return typed.length === words.length ? typed : words
}

export function hasMeaning({ tokens }: Reading): boolean {
  return tokens.some(({ meaning: { kind } }) => kind !== 'name' && kind !== 'particle')
}

/** True if every word belongs to a criterion or has no meaning of its own. */
export function isCriteriaOnly(reading: Reading): boolean {
  return facetTokens(reading).length > 0 && nameTokens(reading).length === 0
}

type FacetToken = Token & { meaning: Extract<Meaning, { kind: 'facets' }> }

export function facetTokens({ tokens }: Pick<Reading, 'tokens'>): FacetToken[] {
  return tokens.filter((token): token is FacetToken => token.meaning.kind === 'facets')
}

export function nameTokens({ tokens }: Pick<Reading, 'tokens'>): Token[] {
  return tokens.filter(({ meaning }) => meaning.kind === 'name')
}

/** Returns the criteria of the query with one of these strengths. */
export function facetsOf(
  reading: Pick<Reading, 'tokens'>,
  strengths: readonly Strength[] = ['sure', 'loose', 'vague'],
): Facet[] {
  return facetTokens(reading)
    .filter(({ meaning }) => strengths.includes(meaning.strength))
    .flatMap(({ meaning }) => meaning.facets)
}

export function textOfTokens({ words }: Reading, tokens: readonly Token[]): string {
  return tokens.flatMap(({ from, to }) => words.slice(from, to)).join(' ')
}

/**
 * Returns the texts that may be a name: the query without criteria and words without a meaning, then also without particles at
 * its edges. Empty if no word is left.
 */
export function restTexts(reading: Reading): string[] {
  const { tokens } = reading
  const rest = tokens.filter(
    ({ meaning }) => meaning.kind === 'name' || meaning.kind === 'particle',
  )
  if (nameTokens({ tokens: rest }).length === 0) return []
  const isName = ({ meaning }: Token) => meaning.kind === 'name'
  const isNextTo = (token: Token, step: 1 | -1): boolean => {
    const next = tokens[tokens.indexOf(token) + step]
    if (!next) return false
    return next.meaning.kind === 'particle' ? isNextTo(next, step) : !isName(next)
  }
  const core = rest.filter(token => isName(token) || !(isNextTo(token, 1) || isNextTo(token, -1)))
  return [...new Set([textOfTokens(reading, rest), textOfTokens(reading, core)])]
}

/**
 * Returns the words that may all belong to a name and a person: the query without years, kinds, flags and words without a meaning
 * at its edges. A name may have words that are criteria elsewhere, as «بازی عشق».
 */
export function coreTokens({ tokens }: Pick<Reading, 'tokens'>): Token[] {
  const isInside = ({ meaning }: Token) =>
    meaning.kind === 'name' ||
    (meaning.kind === 'facets' && meaning.strength === 'sure' && !isYear(meaning.facets))
  const first = tokens.findIndex(isInside)
  return first < 0 ? [] : tokens.slice(first, tokens.findLastIndex(isInside) + 1)
}

function isYear(facets: readonly Facet[]): boolean {
  return facets.some(({ years }) => years)
}

/** A year that comes with a name may be that of another calendar or of another country's premiere. */
export function widenYears(facets: readonly Facet[]): Facet[] {
  return facets.map(facet =>
    facet.years
      ? { ...facet, years: { from: facet.years.from - 1, to: facet.years.to + 1 } }
      : facet,
  )
}
