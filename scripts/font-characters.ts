/** Characters of the text fonts. System fonts draw all others. */

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('')
const LETTERS = 'ءآأؤإئابتثجحخدذرزسشصضطظعغفقلمنوهپچژکگیۀة'
/** Letters that users type on Arabic keyboards, before the text is cleaned. */
const ARABIC_LETTERS = 'كي'
/** Tanwin, tashdid, the hamza above he, and the short vowels that distinguish two words. */
const MARKS = '\u064b\u064e\u064f\u0650\u0651\u0652\u0654'
const RARE_MARKS = '\u064c\u064d\u0670'
const DIGITS = '۰۱۲۳۴۵۶۷۸۹'
const PERSIAN_PUNCTUATION = '،؛؟٪٫٬'
/** ASCII punctuation in Persian texts, so that one font draws a whole line. */
const SHARED_SIGNS = ' !"()+-./:'
/** The width of this glyph is the unit `ch`. The font of Latin letters draws it in texts, because one font must draw a number. */
const CH_GLYPH = '0'
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
  CH_GLYPH +
  SHARED_PUNCTUATION +
  INVISIBLE
const latin = `${ASCII}${PUNCTUATION}\u00a0`

/**
 * Characters by font file. A page loads the font of its own script before it paints. An English page also loads `persian` for a
 * Persian letter, and a Persian page loads `latin` for a Latin one; both load `accents` for a foreign name. `rest` contains rare marks
 * and also the letters, because a letter and its mark must come from one font.
 */
export const FONT_CHARACTERS = {
  persian,
  latin,
  accents: ACCENTED,
  rest: [...new Set(`${persian}${RARE_MARKS}ـى`)].join(''),
} as const
export type FontFile = keyof typeof FONT_CHARACTERS

/** Returns the characters that a font draws in texts. */
export function textCharacters(file: FontFile): string {
  const characters = FONT_CHARACTERS[file]
  return file === 'latin' ? characters : characters.replace(CH_GLYPH, '')
}

/** Returns a range for a style sheet, such as `U+20-21, U+600`. */
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
