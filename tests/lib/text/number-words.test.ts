import { expect, test } from 'vitest'
import { numberWordsToDigits } from '#src/lib/text/number-words.ts'

const read = (text: string) => numberWordsToDigits(text.split(' '))?.join(' ') ?? null

test.each([
  ['هفت سامورایی', '7 سامورایی'],
  ['بیست و یک گرم', '21 گرم'],
  ['صد و بیست و پنج', '125'],
  ['سیصد', '300'],
  ['هزار و یک شب', '1001 شب'],
  ['دو هزار و یک', '2001'],
  ['دو هزار و صد', '2100'],
  ['هزار و نهصد و هشتاد و چهار', '1984'],
  ['صد و دو هزار و سیصد', '102300'],
  ['دوازده مرد خشمگین', '12 مرد خشمگین'],
  ['فصل دوم', 'فصل 2'],
  ['سومین', '3'],
  ['نخستین', '1'],
  ['سی ام', '30 ام'],
  ['بیست و سوم', '23'],
  ['seven samurai', '7 samurai'],
  ['twenty one grams', '21 grams'],
  ['one hundred and one dalmatians', '101 dalmatians'],
  ['two thousand one hundred', '2100'],
  ['two thousand and one hundred and one', '2101'],
  ['twenty thousand leagues', '20000 leagues'],
  ['one hundred twenty three thousand four hundred fifty six', '123456'],
  ['nineteen eighty four', '1984'],
  ['nineteen seventeen', '1917'],
  ['twenty twelve', '2012'],
  ['twenty twenty one', '2021'],
  ['twelve hundred', '1200'],
  ['nineteen hundred and eighty four', '1984'],
  ['5 thousand', '5000'],
  ['the third man', 'the 3 man'],
  ['2nd', '2'],
  ['قسمت 5م', 'قسمت 5'],
])('%s is %s', (text, digits) => {
  expect(read(text)).toBe(digits)
})

test('consecutive numbers stay separate', () => {
  expect(read('یک دو سه')).toBe('1 2 3')
  expect(read('نوزده و یک')).toBe('19 و 1')
  expect(read('بیست سی')).toBe('20 30')
  expect(read('پنجاه صد')).toBe('50 100')
  expect(read('two hundred one hundred')).toBe('200 100')
  expect(read('one thousand two thousand')).toBe('1000 2000')
  expect(read('seven eleven')).toBe('7 11')
  expect(read('twenty one twenty two')).toBe('21 22')
  expect(read('twenty and twelve')).toBe('20 and 12')
})

test.each(['مارمولک', '7', 'the matrix 2', 'و', ''])('%s has no number word', text => {
  expect(read(text)).toBe(null)
})
