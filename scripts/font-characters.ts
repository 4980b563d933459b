/** What the text fonts draw; anything else comes from the fonts of the system. */

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('')
const LETTERS = 'ءآأؤإئابتثجحخدذرزسشصضطظعغفقلمنوهپچژکگیۀة'
/** Typed on Arabic keyboards before the text is cleaned. */
const ARABIC_LETTERS = 'كي'
/** Tanwin, tashdid, the hamza over a he, and the short vowels that tell two words apart. */
const MARKS = '\u064b\u064e\u064f\u0650\u0651\u0652\u0654'
const RARE_MARKS = '\u064c\u064d\u0670'
const DIGITS = '۰۱۲۳۴۵۶۷۸۹'
const PERSIAN_PUNCTUATION = '،؛؟٪٫٬'
/** What ASCII has of the signs of a Persian text, so that it changes fonts as seldom as can be; and the zero, for the unit `ch` is its width. */
const SHARED_SIGNS = ' !"()+-./:0'
const SHARED_PUNCTUATION = '«»–…·©'
const ASCII = range(0x20, 0x7e)
const PUNCTUATION = '«»‹›–—…‘’“”•·×©°\u2212'
/** Joiners, marks of direction and what isolates a name from the text around it. */
const INVISIBLE = '\u00a0\u200c\u200d\u200e\u200f\u2066\u2067\u2068\u2069'
const ACCENTED = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÜßğışŞŠšŽž'

const persian =
  LETTERS +
  ARABIC_LETTERS +
  MARKS +
  DIGITS +
  PERSIAN_PUNCTUATION +
  SHARED_SIGNS +
  SHARED_PUNCTUATION +
  INVISIBLE
const latin = `${ASCII}${PUNCTUATION}\u00a0`

/**
 * By file. A page fetches its own script's before it is painted. An English one fetches the Persian when it shows a letter of it, and
 * `accents` for the name of a foreign film or artist; for a Persian one the system draws both. `rest` is for marks that are rare, and
 * has the letters too, for a letter and its mark come from one font.
 */
export const FONT_CHARACTERS = {
  persian,
  latin,
  accents: ACCENTED,
  rest: [...new Set(`${persian}${RARE_MARKS}ـى`)].join(''),
} as const
export type FontFile = keyof typeof FONT_CHARACTERS

/** For a style sheet: `U+20-21, U+600`. */
export function unicodeRange(characters: string): string {
  const codes = [...new Set(characters)].map(each => each.codePointAt(0) as number)
  const spans: Array<[from: number, to: number]> = []
  for (const code of codes.sort((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last?.[1] === code - 1) last[1] = code
    else spans.push([code, code])
  }
  const hex = (code: number) => code.toString(16).toUpperCase()
  return spans
    .map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`))
    .join(', ')
}
