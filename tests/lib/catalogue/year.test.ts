import { expect, test } from 'vitest'
import { yearAndCountries } from '#src/lib/catalogue/card.ts'
import { titleYear, titleYears } from '#src/lib/catalogue/year.ts'
import { aCard } from '#tests/support/cards.ts'

const country = (...ids: string[]) => ids.map(id => ({ id, type: 'territory', title: id }))
const iranian = aCard({ year: 2021, categories: country('IR') })
const foreign = aCard({ year: 2021, categories: country('FR') })

test('an Iranian title has its Jalali year on Persian pages, with the Gregorian one in brackets', () => {
  expect(titleYear(iranian, 'fa')).toBe('۱۴۰۰')
  expect(titleYears(iranian, 'fa')).toBe('۱۴۰۰ (۲۰۲۱)')
  expect(titleYears(aCard({ year: 2024, categories: country('FR', 'IR') }), 'fa')).toBe(
    '۱۴۰۳ (۲۰۲۴)',
  )
  expect(yearAndCountries(iranian, 'fa')[0]).toBe('۱۴۰۰')
})

test('a foreign title and an English page have the Gregorian year alone', () => {
  expect(titleYears(foreign, 'fa')).toBe('۲۰۲۱')
  expect(titleYear(iranian, 'en')).toBe('2021')
  expect(titleYears(iranian, 'en')).toBe('2021')
})

test('an unknown year shows nothing, and a genre called IR is no country', () => {
  expect(titleYears(aCard({ year: null, categories: country('IR') }), 'fa')).toBe('')
  const genre = [{ id: 'IR', type: 'genre', title: 'x' }]
  expect(titleYears(aCard({ year: 2021, categories: genre }), 'fa')).toBe('۲۰۲۱')
})
