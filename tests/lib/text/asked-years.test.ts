import { expect, test } from 'vitest'
import { readYears } from '#src/lib/text/asked-years.ts'
import { searchText } from '#src/lib/text/normalise.ts'

test.each([
  ['۱۴۰۵', 2026, 2026],
  ['2024', 2024, 2024],
  ['سال ۹۸', 2019, 2019],
  ['سال ۰۲', 2023, 2023],
  ['دهه هفتاد', 1991, 2000],
  ['دههٔ ۶۰', 1981, 1990],
  ['دهه ۹۰ میلادی', 1990, 1999],
  ['90s', 1990, 1999],
  ['2010s', 2010, 2019],
])('«%s» names the years %i to %i', (text, from, to) => {
  expect(readYears(searchText(text).split(' '), 0)?.years).toEqual({ from, to })
})

test.each(['۱۱۱۴', '98', 'سال', 'دهه ۷۱', '7'])('«%s» names no year', text => {
  expect(readYears(searchText(text).split(' '), 0)).toBeNull()
})
