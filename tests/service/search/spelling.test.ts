import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createVocabulary, errorsToPrefix, suggestionsFor } from '#src/service/search/spelling.ts'

const words = ['جدایی', 'جداسازی', 'کتابخانه', 'کتاب', 'گیلان', 'گیلاس', 'midnight', 'middle']
const vocabulary = createVocabulary(words.map((text, index) => ({ text, count: index + 1 })))

describe('words that may have been meant', () => {
  test.each([
    ['گیلاص', 'گیلاس'],
    ['گلاس', 'گیلاس'],
    ['گییلاس', 'گیلاس'],
    ['گیالس', 'گیلاس'],
    ['کتابخاته', 'کتابخانه'],
    ['midnihgt', 'midnight'],
    ['midngiht', 'midnight'],
    ['mitnig', 'midnight'],
  ])('for %s is %s', (typed, meant) => {
    expect(suggestionsFor(typed, vocabulary)[0]).toBe(meant)
  })

  test('are none for a word that is right, or too short, or like nothing', () => {
    expect(suggestionsFor('کتابخانه', vocabulary)).toEqual([])
    expect(suggestionsFor('گیل', vocabulary)).toEqual([])
    expect(suggestionsFor('ظظظظظ', vocabulary)).toEqual([])
  })

  test('one error anywhere in a word of five letters or more is always seen', () => {
    const letters = [...'ابپتجدرسشعفقکگلمنوهی']
    const word = fc.array(fc.constantFrom(...letters), { minLength: 5, maxLength: 12 })
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom(...letters), (parts, place, letter) => {
        const meant = parts.join('')
        const at = place % parts.length
        const typed = [...parts.slice(0, at), letter, ...parts.slice(at + 1)].join('')
        const found = suggestionsFor(typed, createVocabulary([{ text: meant, count: 1 }]))
        expect(typed === meant || found.includes(meant)).toBe(true)
      }),
    )
  })
})

test('errors are counted to the nearest beginning of a word, and not beyond what is allowed', () => {
  expect(errorsToPrefix('mid', 'midnight', 1)).toBe(0)
  expect(errorsToPrefix('mdi', 'midnight', 1)).toBe(1)
  expect(errorsToPrefix('xyz', 'midnight', 1)).toBe(2)
})
