import { expect, test } from 'vitest'
import { toWire } from '#src/lib/text/tehran.ts'
import { monthField, seasonField, yearField } from '#src/service/operations/cli/framework/dates.ts'
import { readReportPeriod } from '#src/service/operations/cli/nouns/shapes/report-period.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const shown = ({ from, to }: { from: Date; to: Date }) => [toWire(from), toWire(to)]
const monthOf = (text: string) => monthField('MONTH', '').read(text, '--month')
const none = { from: null, to: null, yesterday: false, month: null, season: null, year: null }

test('without days the period is the current Jalali month until tonight', () => {
  expect(shown(readReportPeriod(none, NOW))).toEqual(['2026-11-22T00:00:00', '2026-11-24T00:00:00'])
})

test('a month may be from either calendar, in any digits', () => {
  expect(shown(monthOf('1405-01'))).toEqual(['2026-03-21T00:00:00', '2026-04-21T00:00:00'])
  expect(shown(monthOf('۱۴۰۴/۱۲'))).toEqual(['2026-02-20T00:00:00', '2026-03-21T00:00:00'])
  expect(shown(monthOf('2026-12'))).toEqual(['2026-12-01T00:00:00', '2027-01-01T00:00:00'])
  // A two-digit year is Jalali; above 47 it belongs to the 1300s.
  expect(shown(monthOf('۰۵-۰۱'))).toEqual(['2026-03-21T00:00:00', '2026-04-21T00:00:00'])
  expect(shown(monthOf('48/1'))[0]).toBe('1969-03-21T00:00:00')
  for (const wrong of ['405-01', '1405-13', '1405-00', '1405', 'now'])
    expect(() => monthOf(wrong), wrong).toThrow(`--month cannot be "${wrong}": `)
})

test('the last day is included, also one of 25 hours', () => {
  const day = new Date('2021-09-20T19:30:00Z')
  expect(shown(readReportPeriod({ ...none, from: day, to: day }, NOW))).toEqual([
    '2021-09-21T00:00:00',
    '2021-09-22T00:00:00',
  ])
})

test('days that contradict each other are refused', () => {
  const [january, february] = [new Date('2026-01-01T20:30:00Z'), new Date('2026-02-01T20:30:00Z')]
  expect(() => readReportPeriod({ ...none, from: february, to: january }, NOW)).toThrow('--to')
  expect(() =>
    readReportPeriod({ ...none, from: january, month: monthOf('1405-01') }, NOW),
  ).toThrow('--month')
})

test('yesterday is a whole day, a season three Jalali months, and a year is of either calendar', () => {
  const seasonOf = (text: string) => seasonField('SEASON', '').read(text, '--season')
  const yearOf = (text: string) => yearField('YEAR', '').read(text, '--year')
  expect(shown(readReportPeriod({ ...none, yesterday: true }, NOW))).toEqual([
    '2026-11-22T00:00:00',
    '2026-11-23T00:00:00',
  ])
  expect(shown(seasonOf('۱۴۰۵/۲'))).toEqual(['2026-06-22T00:00:00', '2026-09-23T00:00:00'])
  expect(shown(seasonOf('1405-4'))).toEqual(['2026-12-22T00:00:00', '2027-03-21T00:00:00'])
  expect(shown(yearOf('1405'))).toEqual(['2026-03-21T00:00:00', '2027-03-21T00:00:00'])
  expect(shown(yearOf('2026'))).toEqual(['2026-01-01T00:00:00', '2027-01-01T00:00:00'])
  for (const wrong of ['1405-5', '1405-0', '2026-1', 'summer'])
    expect(() => seasonOf(wrong), wrong).toThrow(`--season cannot be "${wrong}": `)
  for (const wrong of ['1405-01', '9999', 'now'])
    expect(() => yearOf(wrong), wrong).toThrow(`--year cannot be "${wrong}": `)
  expect(() => readReportPeriod({ ...none, yesterday: true, year: yearOf('1405') }, NOW)).toThrow(
    'only one period',
  )
})
