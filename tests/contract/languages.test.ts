import { expect, test } from 'vitest'
import {
  isLanguage,
  LANGUAGES,
  mapLanguages,
  otherLanguages,
  pickTranslation,
} from '#src/contract/languages.ts'

test('a text is chosen in the requested language, or in another one if it is missing', () => {
  expect(pickTranslation({ fa: 'باران', en: 'Rain' }, 'en')).toBe('Rain')
  expect(pickTranslation({ fa: 'باران', en: null }, 'en')).toBe('باران')
  expect(pickTranslation({ en: 'Rain' }, 'fa')).toBe('Rain')
  expect(pickTranslation({}, 'fa')).toBeUndefined()
})

test('an empty text counts as a text and is not replaced by another language', () => {
  expect(pickTranslation({ fa: '', en: 'Rain' }, 'fa')).toBe('')
})

test('a value is created for every language, in the order of the list', () => {
  expect(Object.keys(mapLanguages(() => 1))).toEqual([...LANGUAGES])
  for (const language of LANGUAGES) expect(otherLanguages(language)).not.toContain(language)
})

test('only languages in the list are valid', () => {
  expect(LANGUAGES.every(isLanguage)).toBe(true)
  expect([undefined, '', 'de', 'FA'].some(isLanguage)).toBe(false)
})
