import { expect, test } from 'vitest'
import { yearAndCountries } from '#src/lib/catalogue/card.ts'
import { titleYear, titleYears } from '#src/lib/catalogue/year.ts'
import { aCard } from '#tests/support/cards.ts'

const country = (...ids: string[]) => ids.map(id => ({ id, type: 'territory' as const, title: id }))
const iranian = aCard({ year: 2021, categories: country('IR') })
const foreign = aCard({ year: 2021, categories: country('FR') })

test('an Iranian title shows its Jalali year on Persian pages, with the Gregorian one in brackets', () => {
  expect(titleYear(iranian, 'fa')).toBe('۱۴۰۰')
  expect(titleYears(iranian, 'fa')).toBe('۱۴۰۰ (۲۰۲۱)')
  expect(titleYears(aCard({ year: 2024, categories: country('FR', 'IR') }), 'fa')).toBe(
    '۱۴۰۳ (۲۰۲۴)',
  )
  expect(yearAndCountries(iranian, 'fa')[0]).toBe('۱۴۰۰')
})

test('a foreign title and an English page show the Gregorian year only', () => {
  expect(titleYears(foreign, 'fa')).toBe('۲۰۲۱')
  expect(titleYear(iranian, 'en')).toBe('2021')
  expect(titleYears(iranian, 'en')).toBe('2021')
})

test('a live channel has no year', () => {
  const channel = aCard({ year: 2025, categories: country('IR'), flag: ['live'] })
  expect([titleYear(channel, 'fa'), titleYears(channel, 'fa')]).toEqual(['', ''])
})

test('an unknown year shows nothing, and a genre called IR is not a country', () => {
  expect(titleYears(aCard({ year: null, categories: country('IR') }), 'fa')).toBe('')
  const genre = [{ id: 'IR', type: 'genre' as const, title: 'x' }]
  expect(titleYears(aCard({ year: 2021, categories: genre }), 'fa')).toBe('۲۰۲۱')
})
