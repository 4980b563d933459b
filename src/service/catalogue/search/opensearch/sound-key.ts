/**
 * A coarse key that a Persian text shares with its Latin spellings: consonants only, with those merged that have a
 * common spelling. It finds candidates; transliteration.ts decides which of them match.
 */

const PERSIAN: Record<string, string> = {
  ب: 'b',
  پ: 'p',
  ت: 't',
  ط: 't',
  ث: 's',
  س: 's',
  ص: 's',
  ش: 's',
  ج: 'z',
  ذ: 'z',
  ز: 'z',
  ژ: 'z',
  ض: 'z',
  ظ: 'z',
  چ: 'c',
  خ: 'k',
  ق: 'k',
  غ: 'k',
  ک: 'k',
  گ: 'k',
  د: 'd',
  ر: 'r',
  ف: 'f',
  ل: 'l',
  م: 'n',
  ن: 'n',
}
/** Longest first, because `kh` is one letter. */
const LATIN: readonly (readonly [spelling: string, key: string])[] = [
  ['tch', 'c'],
  ['kh', 'k'],
  ['gh', 'k'],
  ['qh', 'k'],
  ['ch', 'c'],
  ['sh', 's'],
  ['zh', 'z'],
  ['dj', 'z'],
  ['ph', 'f'],
  ['ck', 'k'],
  ['c', 'k'],
  ['j', 'z'],
  ['q', 'k'],
  ['g', 'k'],
  ['x', 'k'],
  ...[...'bptszkdrfln'].map(letter => [letter, letter] as const),
  ['m', 'n'],
]
const DIGIT = /\d/

/**
 * Returns the key; empty if no letter has a key.
 * @param word normalised letters without spaces, Persian or Latin
 */
export function soundKey(word: string): string {
  let key = ''
  for (let at = 0; at < word.length; ) {
    const { length, sound } = soundAt(word, at)
    if (sound && !(key.endsWith(sound) && !DIGIT.test(sound))) key += sound
    at += length
  }
  return key
}

function soundAt(word: string, at: number): { length: number; sound: string } {
  const letter = word[at] as string
  const persian = PERSIAN[letter]
  if (persian) return { length: 1, sound: persian }
  if (DIGIT.test(letter)) return { length: 1, sound: letter }
  const [spelling, sound] = LATIN.find(([text]) => word.startsWith(text, at)) ?? [letter, '']
  return { length: spelling.length, sound }
}
