/**
 * Romanises Persian names for tiles on English pages. Persian does not write short vowels: `e` represents each of them.
 */
import { toLatinDigits } from './digits.ts'
import { cleanText } from './normalise.ts'

const CONSONANTS: Record<string, string> = {
  ب: 'b',
  پ: 'p',
  ت: 't',
  ث: 's',
  ج: 'j',
  چ: 'ch',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'z',
  ر: 'r',
  ز: 'z',
  ژ: 'zh',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'z',
  ط: 't',
  ظ: 'z',
  غ: 'gh',
  ف: 'f',
  ق: 'gh',
  ک: 'k',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  ئ: 'y',
  ع: '',
  ء: '',
}
const VOWELS: Record<string, string> = { ا: 'a', آ: 'a', أ: 'a', ٱ: 'a', إ: 'e', ؤ: 'o' }
/** Letters that are a consonant at the beginning of a word or next to a vowel, and a long vowel elsewhere. */
const BOTH: Record<string, [consonant: string, vowel: string]> = { و: ['v', 'u'], ی: ['y', 'i'] }
/** Persian punctuation with its Latin equivalents. */
const SIGNS: Record<string, string> = {
  '؟': '?',
  '،': ',',
  '؛': ';',
  '«': '“',
  '»': '”',
  '۔': '.',
  '٪': '%',
  '٫': '.',
  '٬': ',',
  '٭': '*',
  '\u200c': ' ',
}
/** Unicode blocks of Arabic script, including its signs and marks. */
const BLOCKS = '\\u0600-\\u06ff\\u0750-\\u077f\\u08a0-\\u08ff\\ufb50-\\ufdff\\ufe70-\\ufefe'
const PERSIAN = new RegExp(`[${BLOCKS}]`)
const PERSIAN_SIGNS = new RegExp(`[${BLOCKS}«»\\u200c]`, 'g')
const PERSIAN_WORDS = new RegExp(`(?:(?=[\\p{L}\\p{M}])[${BLOCKS}])+`, 'gu')

export function isPersianText(text: string): boolean {
  return PERSIAN.test(text)
}

/** Romanises a text. Words in another script, digits and signs are kept; Persian punctuation becomes Latin. */
export function romanise(text: string): string {
  const clean = toLatinDigits(cleanText(text))
  if (!isPersianText(clean)) return clean
  return clean
    .replace(/هٔ|ۀ/g, 'ه-ye')
    .replace(PERSIAN_WORDS, word => capitalised(romanisedWord(word)))
    .replace(PERSIAN_SIGNS, sign => SIGNS[sign] ?? '')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function romanisedWord(word: string): string {
  if (word === 'و') return 'o'
  const plain = word.replace(/\p{M}/gu, '').replace(/[ةھ]/g, 'ه').replace('خوا', 'خا')
  const letters = [...plain]
  const sounds = letters.map((_, at) => soundOf(letters, at))
  let latin = ''
  /** Consonants since the last vowel. A word begins with at most one, and a syllable ends in at most two. */
  let consonants = 1
  for (const [at, sound] of sounds.entries()) {
    const vowel = at > 0 && !sound.isVowel && consonants > 1 ? shortVowel(sounds, at) : ''
    latin += vowel + endOf(sounds, at, sound.text)
    consonants = sound.isVowel ? 0 : vowel ? 1 : consonants + (sound.text ? 1 : 0)
  }
  return latin
}

type Sound = { text: string; isVowel: boolean }

function soundOf(letters: readonly string[], at: number): Sound {
  const [before = '', letter = '', next] = [letters[at - 1], letters[at], letters[at + 1]]
  const vowel = VOWELS[letter]
  const both = BOTH[letter]
  const isBeforeVowel = next !== undefined && (VOWELS[next] !== undefined || BOTH[next])
  if (letter === 'ا' && at === 0 && next && BOTH[next]) return { text: '', isVowel: false }
  if (vowel !== undefined) return { text: vowel, isVowel: true }
  if (both) {
    // The ا of «ایران» is not a vowel of its own.
    const isAfterVowel = VOWELS[before] !== undefined && (at > 1 || before !== 'ا')
    const isConsonant = at === 0 || isBeforeVowel || isAfterVowel
    return { text: both[isConsonant ? 0 : 1], isVowel: !isConsonant }
  }
  if (letter === 'ع' && at === 0)
    return { text: isBeforeVowel && next !== 'ی' ? '' : 'a', isVowel: true }
  return { text: CONSONANTS[letter] ?? '', isVowel: false }
}

/** Returns `e` before an open syllable, `a` in a closed one. */
function shortVowel(sounds: readonly Sound[], at: number): string {
  const isOpen = sounds[at + 1]?.isVowel === true
  if (isSilent(sounds, at)) return ''
  return isOpen ? 'e' : 'a'
}

/** A ه at the end of a word represents the vowel before it. */
function isSilent(sounds: readonly Sound[], at: number): boolean {
  const before = sounds[at - 1]
  const isVowel = before?.isVowel === true && before.text !== 'i'
  return sounds[at]?.text === 'h' && at > 0 && at === sounds.length - 1 && !isVowel
}

function endOf(sounds: readonly Sound[], at: number, text: string): string {
  if (!isSilent(sounds, at)) return text
  return sounds[at - 1]?.text === 'i' ? 'ye' : 'e'
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
