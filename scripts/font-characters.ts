/** What the text font draws; anything else comes from the fonts of the system. */

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('')
const LETTERS = 'ءآأؤإئابتثجحخدذرزسشصضطظعغفقلمنوهپچژکگیۀة'
/** Typed on Arabic keyboards before the text is cleaned. */
const ARABIC_LETTERS = 'كيىـ'
const MARKS = '\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0654\u0670'
const DIGITS = '۰۱۲۳۴۵۶۷۸۹'
const PUNCTUATION = '،؛؟٪٫٬«»‹›–—…‘’“”•·×©°\u2212'
const INVISIBLE = '\u00a0\u200c\u200d\u200e\u200f'
/** Names of foreign films and artists. */
const ACCENTED = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÜßğışŞŠšŽž'

export const FONT_CHARACTERS =
  ASCII + LETTERS + ARABIC_LETTERS + MARKS + DIGITS + PUNCTUATION + INVISIBLE + ACCENTED
