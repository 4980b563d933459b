import { expect, test } from 'vitest'
import { searchLength } from '#src/lib/text/search-length.ts'

test.each([
  ['', 0],
  ['ش ه', 2],
  ['كتاب', 4],
  ['d‌e', 2],
  ["'h,", 3],
  ['ءشد', 3],
  ['-- !', 0],
  ['  𠮷𠮷  ', 2],
])('“%s” has %i letters', (text, letters) => {
  expect(searchLength(text)).toBe(letters)
})
