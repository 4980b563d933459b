import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPersianDigits } from '#src/lib/text/digits.ts'
import { numberToWords } from '#src/lib/text/words.ts'

describe('numbers in words', () => {
  test.each([
    [0, 'صفر', 'zero'],
    [7, 'هفت', 'seven'],
    [19, 'نوزده', 'nineteen'],
    [40, 'چهل', 'forty'],
    [101, 'صد و یک', 'one hundred one'],
    [400, 'چهارصد', 'four hundred'],
    [1000, 'هزار', 'one thousand'],
    [1984, 'هزار و نهصد و هشتاد و چهار', 'one thousand nine hundred eighty-four'],
    [2_001_000, 'دو میلیون و هزار', 'two million one thousand'],
    [-21, 'منفی بیست و یک', 'minus twenty-one'],
    ['۱۲۳٬۴۵۶', 'صد و بیست و سه هزار و چهارصد و پنجاه و شش', undefined],
  ])('%s', (number, persian, english) => {
    expect(numberToWords(number, 'fa')).toBe(persian)
    if (english) expect(numberToWords(number, 'en')).toBe(english)
  })

  test('up to 21 digits are supported', () => {
    expect(numberToWords('999999999999999999999', 'fa')).toMatch(/^نهصد و نود و نه کوینتیلیون/)
    expect(numberToWords(10n ** 20n, 'en')).toBe('one hundred quintillion')
    expect(() => numberToWords(10n ** 21n, 'fa')).toThrow(RangeError)
  })

  test.each([1.5, 2 ** 53, Number.NaN, '', '1.5', 'ده'])('%j is refused', number => {
    expect(() => numberToWords(number, 'fa')).toThrow(RangeError)
  })

  test('the words of every number spell that number', () => {
    const digits = fc.bigInt({ min: -(10n ** 21n) + 1n, max: 10n ** 21n - 1n })
    fc.assert(
      fc.property(digits, number => {
        expect(said(numberToWords(number, 'fa'))).toBe(number)
        expect(numberToWords(toPersianDigits(String(number)), 'fa')).toBe(
          numberToWords(number, 'fa'),
        )
      }),
    )
  })
})

const VALUES = new Map([['صفر', 0n]])
for (let number = 1; number < 1000; number += number < 20 ? 1 : number < 100 ? 10 : 100) {
  VALUES.set(numberToWords(number, 'fa'), BigInt(number))
}
const SCALES = ['هزار', 'میلیون', 'میلیارد', 'تریلیون', 'کوادریلیون', 'کوینتیلیون']

/** Parses Persian number words into a number. */
function said(words: string): bigint {
  let total = 0n
  let group = 0n
  for (const word of words.replace('منفی ', '').split(/ و | /)) {
    const scale = SCALES.indexOf(word)
    if (scale >= 0) {
      total += (group || 1n) * 1000n ** BigInt(scale + 1)
      group = 0n
    } else {
      const value = VALUES.get(word)
      if (value === undefined) throw new Error(`unknown word ${word}`)
      group += value
    }
  }
  return words.startsWith('منفی') ? -(total + group) : total + group
}
