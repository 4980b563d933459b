import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { suggestCorrections } from '#src/service/catalogue/search/spelling.ts'
import { buildTerms } from '#src/service/catalogue/search/terms.ts'

const words = ['جدایی', 'جداسازی', 'کتابخانه', 'کتاب', 'گیلان', 'گیلاس', 'midnight', 'middle']
/** The words; the last ones occur in the most titles. */
const vocabularyOf = (list: readonly string[]) =>
  buildTerms(
    new Map(list.map((text, at) => [text, Array.from({ length: at + 1 }, (_, doc) => doc)])),
  )
// The index has several segments.
const vocabulary = [vocabularyOf(words.slice(0, 3)), vocabularyOf(words.slice(2))]

describe('suggestions', () => {
  test.each([
    ['گیلاص', 'گیلاس'],
    ['گلاس', 'گیلاس'],
    ['گییلاس', 'گیلاس'],
    ['گیالس', 'گیلاس'],
    ['کتابخاته', 'کتابخانه'],
    ['midnihgt', 'midnight'],
    ['midngiht', 'midnight'],
    ['mitnig', 'midnight'],
  ])('for %s are %s', (typed, corrected) => {
    expect(suggestCorrections(typed, vocabulary)[0]).toBe(corrected)
  })

  test('are empty for a word that is correct, too short or similar to nothing', () => {
    expect(suggestCorrections('کتابخانه', vocabulary)).toEqual([])
    expect(suggestCorrections('گیل', vocabulary)).toEqual([])
    expect(suggestCorrections('ظظظظظ', vocabulary)).toEqual([])
  })

  test('one error anywhere in a word of five letters or more is always found', () => {
    const letters = [...'ابپتجدرسشعفقکگلمنوهی']
    const word = fc.array(fc.constantFrom(...letters), { minLength: 5, maxLength: 12 })
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom(...letters), (parts, index, letter) => {
        const corrected = parts.join('')
        const at = index % parts.length
        const typed = [...parts.slice(0, at), letter, ...parts.slice(at + 1)].join('')
        const found = suggestCorrections(typed, [vocabularyOf([corrected])])
        expect(typed === corrected || found.includes(corrected)).toBe(true)
      }),
    )
  })
})

test('many words at once give what each word gives alone: no nearest prefix has more errors than allowed', () => {
  const letters = [...'ابپت']
  const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 9 })
  const wordOf = (parts: string[]) => parts.join('')
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), word, (lists, typedParts) => {
      const typed = wordOf(typedParts)
      const all = [...new Set(lists.map(wordOf))]
      const judged = all
        .map(text => ({ text, errors: errorsToBeginning(typed, text) }))
        .filter(({ text }) => text !== typed)
      const isNear = judged.some(({ errors }) => errors <= 1)
      const allowed = typed.length >= 8 && !isNear ? 2 : 1
      const near = judged
        .filter(({ errors }) => errors <= allowed)
        .map(({ text, errors }) => [errors, Math.abs(text.length - typed.length), text] as const)
        .sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1))
        .map(([, , text]) => text)
      const found = suggestCorrections(typed, [buildTerms(new Map(all.map(text => [text, [0]])))])
      expect(found).toEqual(typed.length < 4 ? [] : near.slice(0, 6))
    }),
    { numRuns: 150 },
  )
})

/** The definition, letter by letter: the fewest errors between a text and any prefix of a word. */
function errorsToBeginning(typed: string, word: string): number {
  const prefixes = Array.from({ length: word.length + 1 }, (_, end) => word.slice(0, end))
  return Math.min(...prefixes.map(prefix => distance(typed, prefix)))
}

function distance(a: string, b: string): number {
  if (!a || !b) return a.length + b.length
  const ways = [
    distance(a.slice(1), b) + 1,
    distance(a, b.slice(1)) + 1,
    distance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
  ]
  if (a.length > 1 && a[0] === b[1] && a[1] === b[0])
    ways.push(distance(a.slice(2), b.slice(2)) + 1)
  return Math.min(...ways)
}
