import { expect, test } from 'vitest'
import { toWire } from '#src/lib/text/tehran.ts'
import { month, periodOf } from '#src/service/cli/nouns/shapes/report-period.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const shown = ({ from, to }: { from: Date; to: Date }) => [toWire(from), toWire(to)]
const monthOf = (text: string) => month('MONTH', '').read(text, '--month')
const none = { from: null, to: null, month: null }

test('without days it is the present Jalali month until tonight', () => {
  expect(shown(periodOf(none, NOW))).toEqual(['2026-11-22T00:00:00', '2026-11-24T00:00:00'])
})

test('a month is one of either calendar, in any digits', () => {
  expect(shown(monthOf('1405-01'))).toEqual(['2026-03-21T00:00:00', '2026-04-21T00:00:00'])
  expect(shown(monthOf('۱۴۰۴/۱۲'))).toEqual(['2026-02-20T00:00:00', '2026-03-21T00:00:00'])
  expect(shown(monthOf('2026-12'))).toEqual(['2026-12-01T00:00:00', '2027-01-01T00:00:00'])
  // A year of two digits is Jalali: above 47 of the 1300s.
  expect(shown(monthOf('۰۵-۰۱'))).toEqual(['2026-03-21T00:00:00', '2026-04-21T00:00:00'])
  expect(shown(monthOf('48/1'))[0]).toBe('1969-03-21T00:00:00')
  for (const wrong of ['405-01', '1405-13', '1405-00', '1405', 'now'])
    expect(() => monthOf(wrong)).toThrow('--month is to be a month')
})

test('the last day belongs to it, also one of 25 hours', () => {
  const day = new Date('2021-09-20T19:30:00Z')
  expect(shown(periodOf({ ...none, from: day, to: day }, NOW))).toEqual([
    ...['2021-09-21T00:00:00', '2021-09-22T00:00:00'],
  ])
})

test('days that contradict each other are refused', () => {
  const [january, february] = [new Date('2026-01-01T20:30:00Z'), new Date('2026-02-01T20:30:00Z')]
  expect(() => periodOf({ ...none, from: february, to: january }, NOW)).toThrow('--to')
  expect(() => periodOf({ ...none, from: january, month: monthOf('1405-01') }, NOW)).toThrow(
    '--month',
  )
})
