/** Characters of the text fonts; system fonts draw all others. */

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
/** ASCII punctuation of Persian texts, so that one font draws a whole line; and the zero, whose width is the unit `ch`. */
const SHARED_SIGNS = ' !"()+-./:0'
const SHARED_PUNCTUATION = '«»–…·©'
const ASCII = range(0x20, 0x7e)
const PUNCTUATION = '«»‹›–—…‘’“”•·×©°\u2212'
/** Joiners, direction marks and isolates. */
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
 * By font file. A page loads the font of its own script before it paints. An English page also loads `persian` for a Persian letter and
 * `accents` for a foreign name; on a Persian page the system draws both. `rest` has rare marks, and the letters too, because a letter and
 * its mark have to come from one font.
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
