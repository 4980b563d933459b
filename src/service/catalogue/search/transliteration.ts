/**
 * Finds Persian names that are typed in Latin letters (“Finglish”). Persian omits short vowels, and most of its letters
 * have several Latin spellings, so a Latin text is aligned with Persian text letter by letter. Each spelling has a
 * cost, and the cheapest names win.
 */
import { topN } from './sorted.ts'
import type { Vocabulary } from './spelling.ts'
import { countAt, countTerms, lengthAt, textAt } from './terms.ts'

type Spelling = readonly [latin: string, cost: number]

/** Costs: 0 is usual, 1 is a common variant, 2 is rare. Letters are folded (lib/text/normalise.ts). */
const SPELLINGS: Record<string, string> = {
  ا: 'a aa e:1 o:1 i:1 u:1 oo:1 ou:1 -:1',
  ب: 'b bb',
  پ: 'p pp',
  ت: 't tt',
  ث: 's ss th:1',
  ج: 'j dj g:1 jj dzh:2',
  چ: 'ch tch c:1',
  ح: 'h hh -:2',
  خ: 'kh x h:2 k:2 ch:2',
  د: 'd dd',
  ذ: 'z zz dh:2',
  ر: 'r rr',
  ز: 'z zz s:2',
  ژ: 'zh j:1 g:1 z:2',
  س: 's ss c:1',
  ش: 'sh s:2 ch:2 ssh',
  ص: 's ss',
  ض: 'z zz d:2 dh:2',
  ط: 't tt',
  ظ: 'z zz',
  ع: '- a aa e i:1 o u:1 ee:1 h:1 eh:1',
  غ: 'gh q g:1 qh:1 k:2',
  ف: 'f ff ph:1',
  ق: 'gh q g:1 k:1 gg:1 qq:1 c:2 qh:1',
  ک: 'k kk c:1 ck:1 q:2',
  گ: 'g gg',
  ل: 'l ll -:2',
  م: 'm mm',
  ن: 'n nn m:1',
  و: 'v w:1 u oo o ou ow:1 va uo:1 vv ov uv:1 -:2',
  ه: 'h e eh a:1 ah:1 hh -:1',
  ی: 'i y ee e:1 ei:1 ie:1 iy yi ey ay ai a:1 yy -:1',
}
/** Vowels after a consonant that Persian does not write. */
const SHORT_VOWELS: readonly Spelling[] = [
  ['a', 0],
  ['e', 0],
  ['o', 0],
  ['i', 1],
  ['u', 1],
  ['ee', 2],
  ['oo', 2],
  ['aa', 2],
  ['ou', 1],
]
/** The ezafe after a vowel, and glides. */
const GLIDES: readonly Spelling[] = [
  ['ye', 0],
  ['e', 1],
  ['y', 1],
  ['i', 2],
  ['a', 2],
]
/** Number of letters that allow one more unusual spelling. */
const LETTERS_PER_COST = 4

/** Letters that are silent after certain others: خواب is khab, نورالدین is Noureddin. */
const SILENT_AFTER: Record<string, string> = { و: 'خ', ل: 'ا' }
/** Sounds that may be unwritten after a letter. و, ه and ی are vowels or consonants. */
const UNWRITTEN: Record<string, readonly Spelling[]> = {
  ا: GLIDES,
  و: [...SHORT_VOWELS, ...GLIDES],
  ه: [...SHORT_VOWELS, ...GLIDES],
  ی: [...SHORT_VOWELS, ...GLIDES],
}

const spellings = new Map<number, readonly Spelling[]>(
  Object.entries(SPELLINGS).map(([letter, list]) => [
    letter.charCodeAt(0),
    list.split(' ').map(spelling => {
      const [latin = '', cost = '0'] = spelling.split(':')
      return [latin === '-' ? '' : latin, Number(cost)] as const
    }),
  ]),
)
const silentAfter = new Map(
  Object.entries(SILENT_AFTER).map(
    pair => pair.map(letter => letter.charCodeAt(0)) as [number, number],
  ),
)
const unwrittenAfter = new Map(
  Object.entries(UNWRITTEN).map(([letter, list]) => [letter.charCodeAt(0), list]),
)

type Transliteration = { vocabulary: Vocabulary; at: number; cost: number; isWhole: boolean }

/** True if a text may be Persian in Latin letters. */
export function isLatin(text: string): boolean {
  return /^[a-z0-9 ]*[a-z][a-z0-9 ]*$/.test(text)
}

/**
 * Returns Persian words of the vocabulary that `typed` (lower-case Latin letters and digits) spells completely or
 * begins to spell: whole words first, then the cheapest, then the shortest. With `isWhole`, only whole words.
 */
export function findTransliterations(
  typed: string,
  vocabularies: readonly Vocabulary[],
  limit: number,
  { isWhole = false } = {},
): string[] {
  const all = vocabularies
    .flatMap(vocabulary => spelledBy(typed, vocabulary))
    .filter(found => found.isWhole || !isWhole)
  // Several segments may have the same word.
  const best = topN(all, nearer, limit * vocabularies.length)
  const texts = best.map(({ vocabulary, at }) => textAt(vocabulary, at))
  return [...new Set(texts)].slice(0, limit)
}

function spelledBy(typed: string, vocabulary: Vocabulary): Transliteration[] {
  const { letters, starts } = vocabulary
  const { length } = typed
  const width = length + 1
  const allowed = 1 + Math.floor(length / LETTERS_PER_COST)
  const none = allowed + 1
  const found: Transliteration[] = []
  // One row per letter of a prefix: the lowest cost of the first n letters of `typed`.
  const rows: Uint8Array[] = [new Uint8Array(width).fill(none)]
  rowOf(0)[0] = 0
  visit(0, countTerms(vocabulary), 0, none)
  return found

  /** Words `from` to `to` share `depth` letters; `least` is the lowest cost of `typed` as one of their prefixes. */
  function visit(from: number, to: number, depth: number, least: number): void {
    const whole = rowOf(depth)[length] as number
    const prefix = Math.min(whole, least)
    let at = from
    while (at < to && (starts[at + 1] as number) - (starts[at] as number) === depth) at++
    if (whole <= allowed) add(from, at, whole, true)
    else if (prefix <= allowed) add(from, at, prefix, false)
    while (at < to) {
      const letter = letterAt(at, depth)
      const end = firstAfter(letter, at, to, depth)
      if (writeRow(letter, depth === 0 ? 0 : letterAt(at, depth - 1), depth + 1))
        visit(at, end, depth + 1, prefix)
      else if (prefix <= allowed) add(at, end, prefix, false)
      at = end
    }
  }

  function add(from: number, to: number, cost: number, isWhole: boolean): void {
    for (let at = from; at < to; at++) found.push({ vocabulary, at, cost, isWhole })
  }

  /**
   * Computes the row of a prefix of `depth` letters that ends in these two.
   * @returns true if it spells a prefix of `typed`
   */
  function writeRow(letter: number, letterBefore: number, depth: number): boolean {
    const before = rowOf(depth - 1)
    const row = rowOf(depth).fill(none)
    const known = spellings.get(letter)
    const isSilent = silentAfter.get(letter) === letterBefore
    const unwritten = unwrittenAfter.get(letter) ?? SHORT_VOWELS
    let isPossible = false
    for (let at = 0; at <= length; at++) {
      const costBefore = before[at] as number
      if (costBefore > allowed) continue
      for (const [latin, cost] of known ?? digit(letter)) {
        const total = costBefore + (isSilent && latin === '' ? 0 : cost)
        if (total > allowed || !typed.startsWith(latin, at)) continue
        isPossible = true
        const next = at + latin.length
        lower(row, next, total)
        for (const [vowel, extra] of unwritten)
          if (typed.startsWith(vowel, next)) lower(row, next + vowel.length, total + extra)
      }
    }
    return isPossible
  }

  function rowOf(depth: number): Uint8Array {
    rows[depth] ??= new Uint8Array(width)
    return rows[depth]
  }

  /** Binary search for the first word whose letter at `depth` is after `letter`. */
  function firstAfter(letter: number, from: number, to: number, depth: number): number {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >> 1
      if (letterAt(middle, depth) <= letter) low = middle + 1
      else high = middle
    }
    return low
  }

  function letterAt(index: number, depth: number): number {
    return letters[(starts[index] as number) + depth] as number
  }
}

function lower(row: Uint8Array, at: number, cost: number): void {
  if (cost < (row[at] as number)) row[at] = cost
}

function digit(letter: number): readonly Spelling[] {
  return letter >= 0x30 && letter <= 0x39 ? [[String.fromCharCode(letter), 0]] : []
}

function nearer(a: Transliteration, b: Transliteration): number {
  const count = ({ vocabulary: { offsets }, at }: Transliteration) =>
    offsets ? countAt({ offsets }, at) : 1
  return (
    Number(b.isWhole) - Number(a.isWhole) ||
    a.cost - b.cost ||
    lengthAt(a.vocabulary, a.at) - lengthAt(b.vocabulary, b.at) ||
    count(b) - count(a)
  )
}
