/**
 * Converts number words and ordinals of both languages to digits: «هفت سامورایی» and “7 Samurai” are one name, «فصل
 * دوم» and “2” one season.
 */

const UNITS_FA =
  'صفر یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده پانزده شانزده هفده هجده نوزده'
const TENS_FA = 'بیست سی چهل پنجاه شصت هفتاد هشتاد نود'
const HUNDREDS_FA = 'صد دویست سیصد چهارصد پانصد ششصد هفتصد هشتصد نهصد'
const UNITS_EN =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS_EN = 'twenty thirty forty fifty sixty seventy eighty ninety'
const ORDINALS_EN =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
const TENS_ORDINAL_EN =
  'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'
/** Irregular number words. */
const OTHERS: Record<string, number> = {
  اول: 1,
  اولین: 1,
  نخست: 1,
  نخستین: 1,
  سوم: 3,
  سومین: 3,
  شیش: 6,
  هیجده: 18,
  سی: 30,
  هزار: 1000,
  thousand: 1000,
  hundred: 100,
}
/** Endings of Persian ordinals, added to the word or to the word without its last vowel. */
const ORDINAL_ENDINGS = ['م', 'مین', 'ام', 'امین']

const values = new Map<string, number>()
const listed: readonly [words: string, valueAt: (index: number) => number][] = [
  [UNITS_FA, index => index],
  [TENS_FA, index => (index + 2) * 10],
  [HUNDREDS_FA, index => (index + 1) * 100],
  [UNITS_EN, index => index],
  [TENS_EN, index => (index + 2) * 10],
  [ORDINALS_EN, index => index],
  [TENS_ORDINAL_EN, index => (index + 2) * 10],
]
for (const [words, valueAt] of listed)
  for (const [index, word] of words.split(' ').entries()) {
    values.set(word, valueAt(index))
    if (/[a-z]/.test(word)) continue
    for (const ending of ORDINAL_ENDINGS) values.set(word + ending, valueAt(index))
  }
for (const [word, value] of Object.entries(OTHERS)) values.set(word, value)

const AND = new Set(['و', 'and'])

/**
 * Replaces every run of number words in normalised words with digits: «بیست و یک گرم» becomes «21 گرم», 2nd becomes 2.
 * @returns null if there are none
 */
export function numberWordsToDigits(words: readonly string[]): string[] | null {
  const result: string[] = []
  let hasNumber = false
  for (let at = 0; at < words.length; ) {
    const { value, end } = numberFrom(words, at)
    if (value === null) result.push(words[at++] as string)
    else {
      hasNumber ||= end > at + 1 || words[at] !== String(value)
      result.push(String(value))
      at = end
    }
  }
  return hasNumber ? result : null
}

/** A partially read number: its thousands, the rest, and the unit below which another word may be added. */
type Sum = { thousands: number; rest: number; lowest: number }

/** Returns the number that begins at a word, and its end: thousands, hundreds, tens and units, each at most once. */
function numberFrom(
  words: readonly string[],
  start: number,
): { value: number | null; end: number } {
  const first = numberIn(words[start])
  if (first === null) return { value: null, end: start }
  const isWord = !/\d/.test(words[start] ?? '')
  let sum: Sum =
    first === 1000
      ? { thousands: 1000, rest: 0, lowest: 1000 }
      : { thousands: 0, rest: first, lowest: unitOf(first) }
  let end = start + 1
  for (;;) {
    const and = AND.has(words[end] ?? '') ? 1 : 0
    const longer: Sum | null =
      (and ? null : multiplied(sum, words[end])) ?? (isWord ? added(sum, words, end + and) : null)
    if (!longer) return { value: sum.thousands + sum.rest, end }
    sum = longer
    end += and + 1
  }
}

/** Reads “two hundred”, “twelve hundred”, “two hundred thousand” and “nineteen eighty”; null for any other word. */
function multiplied({ thousands, rest, lowest }: Sum, word: string | undefined): Sum | null {
  const next = numberIn(word)
  if (word === undefined || next === null || rest === 0) return null
  const isEnglish = /^[a-z]+$/.test(word)
  if (next === 1000 && thousands === 0 && rest < 1000)
    return { thousands: rest * 1000, rest: 0, lowest: 1000 }
  if (next === 100 && (rest < 10 || (isEnglish && thousands === 0 && rest < 100)))
    return { thousands, rest: rest * 100, lowest: 100 }
  const isCentury = thousands === 0 && rest > 10 && rest <= 20
  if (isEnglish && isCentury && next >= Math.max(10, lowest) && next < 100)
    return { thousands, rest: rest * 100 + next, lowest: unitOf(next) }
  return null
}

/** Reads «صد و بیست». Two units in a row are two numbers, and so is “two hundred one hundred”. */
function added({ thousands, rest, lowest }: Sum, words: readonly string[], at: number): Sum | null {
  const next = numberIn(words[at])
  if (next === null || next === 0 || next >= lowest) return null
  const factor = numberIn(words[at + 1])
  if (factor === 100 && rest >= 100 && next < 10) return null
  if (factor === 1000 && thousands > 0) return null
  return { thousands, rest: rest + next, lowest: unitOf(next) }
}

/** Returns 1 for 7, 10 for 20 and 100 for 300: the next word must be smaller. 10 to 19 cannot be continued. */
function unitOf(value: number): number {
  if (value >= 100) return 100
  return value >= 20 && value % 10 === 0 ? 10 : 0
}

function numberIn(word: string | undefined): number | null {
  if (word === undefined) return null
  const known = values.get(word)
  if (known !== undefined) return known
  const digits = /^(\d{1,6})(?:st|nd|rd|th|م|مین|ام|امین)?$/.exec(word)
  return digits ? Number(digits[1]) : null
}
