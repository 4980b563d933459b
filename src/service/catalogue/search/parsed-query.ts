/** A query as its words, and its other possible readings. */
import { SEARCH_MIN_LENGTH } from '#src/contract/limits.ts'
import { hasLayoutSigns, looksMistyped, toOtherLayout } from '#src/lib/text/keyboard-layout.ts'
import { searchText } from '#src/lib/text/normalise.ts'
import { numberWordsToDigits } from '#src/lib/text/number-words.ts'
import { removeSpaces } from './names.ts'
import { isLatin } from './transliteration.ts'

/** Normalised text and its words. */
export type QueryWords = { text: string; words: string[] }
export type ParsedQuery = QueryWords & {
  /** Text that the same keys produce in the other keyboard layout. */
  otherLayout: QueryWords | null
  /** True if signs of the query are letters in the other layout. */
  looksWrong: boolean
  /** True if some of these signs are rare in names. */
  hasLayoutSigns: boolean
  /** The query with digits for number words. */
  inDigits: QueryWords | null
  /** True if it may be Persian in Latin letters. */
  isLatin: boolean
}

/** Further words of a query are ignored. */
const WORDS_MAX = 8
/** Shorter queries get no corrections and no similar names. */
const MIN_FUZZY_LENGTH = 3

/**
 * Parses a query. A query that has enough letters only in the other layout, as “'h,” for «گاو», is read in that layout,
 * and the typed text becomes the other reading.
 * @param hasReadings false for the query as typed only, for measurements
 */
export function parseQuery(raw: string, hasReadings = true): ParsedQuery {
  const typed = wordsOf(raw)
  if (!hasReadings) return { ...typed, ...NO_READINGS }
  const other = toOtherLayout(raw)
  const otherLayout = other === null ? null : wordsOf(other)
  const isWrong = looksMistyped(raw)
  if (otherLayout && isWrong && !isSearchable(typed) && isSearchable(otherLayout))
    return { ...otherLayout, ...NO_READINGS, otherLayout: typed }
  const inDigits = numberWordsToDigits(typed.words)
  return {
    ...typed,
    otherLayout,
    looksWrong: isWrong,
    hasLayoutSigns: hasLayoutSigns(raw),
    inDigits: inDigits ? wordsOf(inDigits.join(' ')) : null,
    isLatin: isLatin(typed.text),
  }
}

const NO_READINGS = {
  otherLayout: null,
  looksWrong: false,
  hasLayoutSigns: false,
  inDigits: null,
  isLatin: false,
}

export function isShortQuery({ text }: QueryWords): boolean {
  return text.length < MIN_FUZZY_LENGTH
}

function isSearchable({ text }: QueryWords): boolean {
  return removeSpaces(text).length >= SEARCH_MIN_LENGTH
}

function wordsOf(raw: string): QueryWords {
  const text = searchText(raw)
  return { text, words: text.split(' ').filter(Boolean).slice(0, WORDS_MAX) }
}
