import { describe, expect, test } from 'vitest'
import { buildTerms } from '#src/service/catalogue/search/terms.ts'
import { findTransliterations, isLatin } from '#src/service/catalogue/search/transliteration.ts'

const words = [
  'خواب',
  'سفید',
  'هشت',
  'پا',
  'اجاره',
  'نشینها',
  'قرمز',
  'غریبه',
  'نورالدین',
  'ژاله',
  'چشم',
]
const vocabularyOf = (list: readonly string[]) => buildTerms(new Map(list.map(text => [text, [0]])))
// The index has several segments.
const vocabulary = [vocabularyOf(words.slice(0, 4)), vocabularyOf(words.slice(3))]
const read = (typed: string) => findTransliterations(typed, vocabulary, 5)

describe('a Persian word in Latin letters', () => {
  test.each([
    ['khab', 'خواب'],
    ['xab', 'خواب'],
    ['khaab', 'خواب'],
    ['sefid', 'سفید'],
    ['sefeed', 'سفید'],
    ['sefide', 'سفید'],
    ['hasht', 'هشت'],
    ['pa', 'پا'],
    ['ejare', 'اجاره'],
    ['ejareh', 'اجاره'],
    ['ejareye', 'اجاره'],
    ['neshinha', 'نشینها'],
    ['ghermez', 'قرمز'],
    ['qermez', 'قرمز'],
    ['gharibe', 'غریبه'],
    ['qaribeh', 'غریبه'],
    ['nooreddin', 'نورالدین'],
    ['nouroddin', 'نورالدین'],
    ['zhale', 'ژاله'],
    ['jaleh', 'ژاله'],
    ['cheshm', 'چشم'],
  ])('%s is %s', (typed, meant) => {
    expect(read(typed)[0]).toBe(meant)
  })

  test('may be unfinished: the beginning of a word finds it, after whole words', () => {
    expect(read('khab')).toContain('خواب')
    expect(read('nesh')).toContain('نشینها')
    const longer = vocabularyOf(['پاییز', 'پا', 'پادشاه'])
    expect(findTransliterations('pa', [longer], 5)[0]).toBe('پا')
    expect(findTransliterations('pad', [longer], 5)).toEqual(['پادشاه'])
  })

  test.each(['matrix', 'zzzz', 'brqst'])('%s is not one', typed => {
    expect(read(typed)).toEqual([])
  })

  test('gives at most the requested number of results, with usual spellings before rare ones', () => {
    expect(findTransliterations('s', vocabulary, 1)).toHaveLength(1)
    const costs = vocabularyOf(['صفید', 'سفید', 'شفید'])
    expect(findTransliterations('shefid', [costs], 5)[0]).toBe('شفید')
  })
})

test.each([
  ['khabe sefid', true],
  ['hasht pa 2', true],
  ['خواب', false],
  ['12', false],
  ['', false],
])('%s may be Persian in Latin letters: %s', (text, may) => {
  expect(isLatin(text)).toBe(may)
})
