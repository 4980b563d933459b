import { expect, test } from 'vitest'
import { readShortYear, readYears } from '#src/lib/text/asked-years.ts'
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

test.each([
  ['99', false, 2020],
  ['04', false, 2025],
  ['48', false, 1969],
  ['99', true, 1999],
  ['05', true, 2005],
])('“%s” after a genre is a year, in English: %s', (word, isEnglish, year) => {
  expect(readShortYear(word, isEnglish)).toEqual({ from: year, to: year })
})

test.each(['24', '12', '7', '100'])('“%s” after a genre is a name', word => {
  expect(readShortYear(word, false)).toBeNull()
})
