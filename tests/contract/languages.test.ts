import { expect, test } from 'vitest'
import { byLanguage, isLanguage, LANGUAGES, otherLanguages, pick } from '#src/contract/languages.ts'

test('a text is picked in the language, or in another one where it is missing', () => {
  expect(pick({ fa: 'باران', en: 'Rain' }, 'en')).toBe('Rain')
  expect(pick({ fa: 'باران', en: null }, 'en')).toBe('باران')
  expect(pick({ en: 'Rain' }, 'fa')).toBe('Rain')
  expect(pick({}, 'fa')).toBeUndefined()
})

test('an empty text is a text, and is not replaced by another language', () => {
  expect(pick({ fa: '', en: 'Rain' }, 'fa')).toBe('')
})

test('a value is made for every language, in the order of the list', () => {
  expect(Object.keys(byLanguage(() => 1))).toEqual([...LANGUAGES])
  for (const language of LANGUAGES) expect(otherLanguages(language)).not.toContain(language)
})

test('only a language of the list is one', () => {
  expect(LANGUAGES.every(isLanguage)).toBe(true)
  expect([undefined, '', 'de', 'FA'].some(isLanguage)).toBe(false)
})
