import { expect, test } from 'vitest'
import { csvCell, csvText } from '#src/lib/text/csv.ts'

test('a value with a separator, a quote or a line end is quoted', () => {
  expect(
    csvText(
      ['a', 'b'],
      [
        ['x,y', 'say "no"'],
        ['two\nlines', null],
      ],
    ),
  ).toBe('a,b\r\n"x,y","say ""no"""\r\n"two\nlines",\r\n')
})

test('a negative number stays a number, and text never becomes a formula', () => {
  expect(csvCell(-5)).toBe('-5')
  for (const text of ['=1+1', '+1', '-1', '@a', '\tx']) expect(csvCell(text)).toBe(`"'${text}"`)
})
