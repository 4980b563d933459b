/** Years and decades in queries: «۱۴۰۵», “2026”, «سال ۹۸», «دهه هفتاد», “90s”. */
import { DECADE_WORDS, GREGORIAN_WORDS, listOfWords, YEAR_WORDS } from './asked-words.ts'
import { searchText } from './normalise.ts'
import { numberWordsToDigits } from './number-words.ts'

/** Gregorian years, both included. */
export type Years = { from: number; to: number }
/** A range of years, and the number of words that name it. */
type AskedYears = { years: Years; count: number }

const YEAR = wordSet(YEAR_WORDS)
const DECADE = wordSet(DECADE_WORDS)
const GREGORIAN = wordSet(GREGORIAN_WORDS)
/** Most of a Jalali year lies in the Gregorian year that is this much higher; pages show it so. */
const YEARS_BEHIND = 621
const FIRST = { gregorian: 1870, jalali: 1249 }
const LAST = { gregorian: 2100, jalali: 1479 }
/** «سال ۹۸» is 1398 and «سال ۰۲» is 1402; so are decades. */
const FIRST_OF_1300S = 20

/** Reads the years that begin at a word of normalised words; null if there are none. */
export function readYears(words: readonly string[], at: number): AskedYears | null {
  const word = words[at] ?? ''
  const next = digitsOf(words[at + 1])
  const isGregorian = (end: number) => GREGORIAN.has(words[end] ?? '')
  if (DECADE.has(word) && next) {
    const years = decadeOf(Number(next), isGregorian(at + 2))
    return years && { years, count: isGregorian(at + 2) ? 3 : 2 }
  }
  if (YEAR.has(word) && next) {
    const year = yearOf(Number(next.length === 2 ? inCentury(Number(next)) : next))
    return year && { years: year, count: 2 }
  }
  const english = /^(\d{2}|(?:19|20)\d{2})s$/.exec(word)
  if (english) {
    const years = decadeOf(Number(english[1]), true)
    return years && { years, count: 1 }
  }
  if (!/^\d{4}$/.test(word)) return null
  const years = yearOf(Number(word))
  return years && { years, count: 1 }
}

/**
 * Reads two digits after a genre or a kind as a year: «کمدی ۹۹» is 1399 and «فیلم ۰۴» is 1404, “comedy 99” is 1999. Other numbers of two
 * digits are names, such as «سریال ۲۴».
 */
export function readShortYear(word: string, isEnglish: boolean): Years | null {
  if (!/^(?:0\d|[4-9]\d)$/.test(word)) return null
  const number = Number(word)
  return yearOf(isEnglish ? gregorianCentury(number) : inCentury(number))
}

function yearOf(year: number): Years | null {
  if (year >= FIRST.gregorian && year <= LAST.gregorian) return { from: year, to: year }
  if (year < FIRST.jalali || year > LAST.jalali) return null
  return { from: year + YEARS_BEHIND, to: year + YEARS_BEHIND }
}

/** Returns the ten years from 1370 for 70 and 1370, and from 1990 for 90 and 1990 in the Gregorian calendar. */
function decadeOf(number: number, isGregorian: boolean): Years | null {
  if (number % 10 !== 0) return null
  const isShort = number < 100
  const start = isShort ? (isGregorian ? gregorianCentury(number) : inCentury(number)) : number
  const first = yearOf(start)
  return first && { from: first.from, to: first.from + 9 }
}

function inCentury(number: number): number {
  return (number < FIRST_OF_1300S ? 1400 : 1300) + number
}

function gregorianCentury(number: number): number {
  return (number <= FIRST_OF_1300S ? 2000 : 1900) + number
}

function digitsOf(word: string | undefined): string | null {
  if (word === undefined) return null
  if (/^\d{2}(?:\d{2})?$/.test(word)) return word
  return numberWordsToDigits([word])?.[0] ?? null
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(listOfWords(list).map(searchText))
}
