import type { Language, Localized } from '#src/contract/languages.ts'
import { NUMBER_WORDS_DIGITS } from '#src/contract/limits.ts'
import { toLatinDigits } from './digits.ts'

interface Vocabulary {
  zero: string
  negative: string
  and: string
  units: string[]
  tens: string[]
  /** Joins tens and units. */
  hyphen: string
  hundred: (digit: number) => string
  scales: string[]
  /** Persian says «هزار», not «یک هزار». */
  bareThousand: boolean
}

const FA_HUNDREDS = ' صد دویست سیصد چهارصد پانصد ششصد هفتصد هشتصد نهصد'.split(' ')

const FA: Vocabulary = {
  zero: 'صفر',
  negative: 'منفی',
  and: ' و ',
  units:
    ' یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده پانزده شانزده هفده هجده نوزده'.split(
      ' ',
    ),
  tens: '  بیست سی چهل پنجاه شصت هفتاد هشتاد نود'.split(' '),
  hyphen: ' و ',
  hundred: digit => FA_HUNDREDS[digit] ?? '',
  scales: ' هزار میلیون میلیارد تریلیون کوادریلیون کوینتیلیون'.split(' '),
  bareThousand: true,
}

const EN_UNITS =
  ' one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )

const EN: Vocabulary = {
  zero: 'zero',
  negative: 'minus',
  and: ' ',
  units: EN_UNITS,
  tens: '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' '),
  hyphen: '-',
  hundred: digit => `${EN_UNITS[digit]} hundred`,
  scales: ' thousand million billion trillion quadrillion quintillion'.split(' '),
  bareThousand: false,
}

const VOCABULARY: Localized<Vocabulary> = { fa: FA, en: EN }
/**
 * Returns an integer of up to 21 digits in words. A string may contain Persian digits and group separators.
 * @throws RangeError for anything else: an unsafe number, a fraction, a longer text
 */
export function numberToWords(value: number | bigint | string, language: Language): string {
  const words = VOCABULARY[language]
  const { isNegative, digits } = digitsOf(value)
  if (digits === '') return words.zero
  const spoken = groupsOf(digits)
    .map((group, scale) => groupInWords(group, scale, words))
    .filter(Boolean)
    .reverse()
    .join(words.and)
  return isNegative ? `${words.negative} ${spoken}` : spoken
}

/** Returns the digits without leading zeros, so none for zero. Not a bigint: TVs of 2019 cannot even parse one. */
function digitsOf(value: number | bigint | string): { isNegative: boolean; digits: string } {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError('a number must be a safe integer; pass longer ones as text')
  }
  const text = typeof value === 'string' ? toLatinDigits(value).replace(/[٬,\s]/g, '') : `${value}`
  const [, sign = '', digits] = /^([-\u2212]?)0*(\d*)$/.exec(text) ?? []
  if (digits === undefined || !/\d/.test(text)) throw new RangeError('not an integer')
  if (digits.length > NUMBER_WORDS_DIGITS)
    throw new RangeError(`at most ${NUMBER_WORDS_DIGITS} digits`)
  return { isNegative: sign !== '', digits }
}

/** Returns groups of three digits, the lowest first. */
function groupsOf(digits: string): number[] {
  const groups: number[] = []
  for (let end = digits.length; end > 0; end -= 3)
    groups.push(Number(digits.slice(Math.max(0, end - 3), end)))
  return groups
}

function groupInWords(group: number, scale: number, words: Vocabulary): string {
  if (group === 0) return ''
  const name = words.scales[scale] ?? ''
  if (scale === 1 && group === 1 && words.bareThousand) return name
  return name ? `${threeDigits(group, words)} ${name}` : threeDigits(group, words)
}

function threeDigits(group: number, words: Vocabulary): string {
  const hundreds = group >= 100 ? [words.hundred(Math.floor(group / 100))] : []
  const rest = group % 100
  return [...hundreds, ...(rest ? [twoDigits(rest, words)] : [])].join(words.and)
}

function twoDigits(number: number, words: Vocabulary): string {
  if (number < 20) return words.units[number] ?? ''
  const tens = words.tens[Math.floor(number / 10)] ?? ''
  return number % 10 ? tens + words.hyphen + words.units[number % 10] : tens
}
