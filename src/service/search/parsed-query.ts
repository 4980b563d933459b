/** A query as its words, and what else it may stand for. */
import { SEARCH_MIN_LENGTH } from '#src/contract/limits.ts'
import { hasLayoutSigns, inOtherLayout, looksWrong } from '#src/lib/text/keyboard-layout.ts'
import { searchText } from '#src/lib/text/normalise.ts'
import { withDigits } from '#src/lib/text/number-words.ts'
import { spaceless } from './names.ts'
import { isLatin } from './transliteration.ts'

/** Normalised text, and its words. */
export type QueryWords = { text: string; words: string[] }
export type ParsedQuery = QueryWords & {
  /** What the same keys write in the other keyboard layout. */
  otherLayout: QueryWords | null
  /** Whether signs of the query are letters in the other layout. */
  looksWrong: boolean
  /** Whether some of these signs stand in hardly any name. */
  hasLayoutSigns: boolean
  /** The query with digits for number words. */
  inDigits: QueryWords | null
  /** Whether it may be Persian in Latin letters. */
  isLatin: boolean
}

/** Further words of a query are ignored. */
const WORDS_MAX = 8
/** Shorter queries get no corrections and no similar names. */
const MIN_FUZZY_LENGTH = 3

/**
 * A query that has enough letters in the other layout only, as “'h,” for «گاو», is read there, and what was typed is the other reading.
 * @param hasReadings false for the query as typed alone, for measurements
 */
export function parseQuery(raw: string, hasReadings = true): ParsedQuery {
  const typed = wordsOf(raw)
  if (!hasReadings) return { ...typed, ...NO_READINGS }
  const other = inOtherLayout(raw)
  const otherLayout = other === null ? null : wordsOf(other)
  const isWrong = looksWrong(raw)
  if (otherLayout && isWrong && !isSearchable(typed) && isSearchable(otherLayout))
    return { ...otherLayout, ...NO_READINGS, otherLayout: typed }
  const inDigits = withDigits(typed.words)
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

export function isShort({ text }: QueryWords): boolean {
  return text.length < MIN_FUZZY_LENGTH
}

function isSearchable({ text }: QueryWords): boolean {
  return spaceless(text).length >= SEARCH_MIN_LENGTH
}

function wordsOf(raw: string): QueryWords {
  const text = searchText(raw)
  return { text, words: text.split(' ').filter(Boolean).slice(0, WORDS_MAX) }
}
