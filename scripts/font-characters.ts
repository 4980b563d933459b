/** What the text fonts draw; anything else comes from the fonts of the system. */

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('')
/** Everything of ASCII but its letters: both fonts have it, so that a text changes fonts as seldom as can be. */
const SIGNS = range(0x20, 0x40) + range(0x5b, 0x60) + range(0x7b, 0x7e)
const LETTERS = 'ءآأؤإئابتثجحخدذرزسشصضطظعغفقلمنوهپچژکگیۀة'
/** Typed on Arabic keyboards before the text is cleaned. */
const ARABIC_LETTERS = 'كيىـ'
const MARKS = '\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0654\u0670'
const DIGITS = '۰۱۲۳۴۵۶۷۸۹'
const PERSIAN_PUNCTUATION = '،؛؟٪٫٬'
const PUNCTUATION = '«»‹›–—…‘’“”•·×©°\u2212'
const INVISIBLE = '\u00a0\u200c\u200d\u200e\u200f'
/** Names of foreign films and artists. */
const ACCENTED = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÜßğışŞŠšŽž'

/** By script: a page fetches the other one's file only when it shows a letter of it. */
export const FONT_CHARACTERS = {
  persian:
    SIGNS +
    LETTERS +
    ARABIC_LETTERS +
    MARKS +
    DIGITS +
    PERSIAN_PUNCTUATION +
    PUNCTUATION +
    INVISIBLE,
  latin: `${SIGNS + range(0x41, 0x5a) + range(0x61, 0x7a) + ACCENTED + PUNCTUATION}\u00a0`,
} as const
