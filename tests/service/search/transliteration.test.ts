import { describe, expect, test } from 'vitest'
import { buildTerms } from '#src/service/search/terms.ts'
import { isLatin, transliterationsOf } from '#src/service/search/transliteration.ts'

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
// Of several segments.
const vocabulary = [vocabularyOf(words.slice(0, 4)), vocabularyOf(words.slice(3))]
const read = (typed: string) => transliterationsOf(typed, vocabulary, 5)

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
    expect(transliterationsOf('pa', [longer], 5)[0]).toBe('پا')
    expect(transliterationsOf('pad', [longer], 5)).toEqual(['پادشاه'])
  })

  test.each(['matrix', 'zzzz', 'brqst'])('%s is none of them', typed => {
    expect(read(typed)).toEqual([])
  })

  test('the list is no longer than asked for, and a usual spelling is before a rare one', () => {
    expect(transliterationsOf('s', vocabulary, 1)).toHaveLength(1)
    const costs = vocabularyOf(['صفید', 'سفید', 'شفید'])
    expect(transliterationsOf('shefid', [costs], 5)[0]).toBe('شفید')
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
