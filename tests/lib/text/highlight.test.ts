import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from '#src/lib/text/highlight.ts'

const marked = (text: string, query: string) =>
  highlight(text, query)
    .map(part => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['جدایی نادر از سیمین', 'نادر', 'جدایی [نادر] از سیمین'],
  ['جدایی نادر از سیمین', 'سیم جدا', '[جدا]یی نادر از [سیم]ین'],
  ['آژانس شیشه‌ای', 'اژانس شیشه ا', '[آژانس] [شیشه]‌[ا]ی'],
  ['کتابِ علی', 'كتاب', '[کتابِ] علی'],
  ['قسمت ۱۲', '12', 'قسمت [۱۲]'],
  ['The Café', 'cafe', 'The [Café]'],
  ['بینادر', 'نادر', 'بینادر'],
  ['متن', '', 'متن'],
  ['', 'متن', ''],
])('in %j the query %j marks %j', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected)
})

test('the joined parts equal the text', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, text, (title, query) => {
      const joined = highlight(title, query).map(part => part.text)
      expect(joined.join('')).toBe(title)
    }),
  )
})

test('a text that matches the query as typed is marked from its first letter', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ابکيیۀئ12éA'), minLength: 1 })
  fc.assert(
    fc.property(word, title => {
      expect(highlight(title, title)).toEqual([{ text: title, isMatch: true }])
    }),
  )
})
