import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatShortDate } from '#src/lib/text/date.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import {
  addJalaliMonths,
  fromJalali,
  fullJalaliYear,
  isJalaliDate,
  isoToJalali,
  jalaliMonthLength,
  jalaliToIso,
  toJalali,
} from '#src/lib/text/jalali.ts'
import { fromWire, toWire } from '#src/lib/text/tehran.ts'

const DAY = 86_400_000

test('a two-digit Jalali year above 47 maps to the 1300s, otherwise the 1400s', () => {
  expect(fullJalaliYear(48)).toBe(1348)
  expect(fullJalaliYear(47)).toBe(1447)
  expect(fullJalaliYear(5)).toBe(1405)
  expect(fullJalaliYear(1399)).toBe(1399)
})

test('a picked date is the day that it names', () => {
  expect(jalaliToIso({ year: 1405, month: 8, day: 30 })).toBe('2026-11-21')
  expect(isoToJalali('2026-11-21')).toEqual({ year: 1405, month: 8, day: 30 })
  expect(toWire(fromJalali({ year: 1405, month: 1, day: 1 }))).toBe('2026-03-21T00:00:00')
  expect(toJalali(new Date('2026-11-20T20:30:00Z'))).toEqual({ year: 1405, month: 8, day: 30 })
})

test('leap years have 30 days of Esfand, others 29', () => {
  expect(jalaliMonthLength(1403, 12)).toBe(30)
  expect(jalaliMonthLength(1404, 12)).toBe(29)
  expect(isJalaliDate({ year: 1404, month: 12, day: 30 })).toBe(false)
  expect(isJalaliDate({ year: 1404, month: 7, day: 31 })).toBe(false)
  expect(isJalaliDate({ year: 1404, month: 6, day: 31.5 })).toBe(false)
  expect(() => jalaliToIso({ year: 1404, month: 12, day: 30 })).toThrow(RangeError)
})

test('every day of two centuries is the day that Intl computes', () => {
  const first = Date.UTC(1921, 2, 21)
  const offset = fc.integer({ min: 0, max: 73_334 })
  fc.assert(
    fc.property(offset, days => {
      const iso = new Date(first + days * DAY).toISOString().slice(0, 10)
      const { year, month, day } = isoToJalali(iso)
      const shown = toLatinDigits(formatShortDate(fromWire(`${iso}T12:00:00`), 'fa'))
      expect(shown).toBe(`${year}/${month}/${day}`)
      expect(jalaliToIso({ year, month, day })).toBe(iso)
    }),
    { numRuns: 2000 },
  )
})

describe('a period of Jalali months', () => {
  const from = (year: number, month: number, day: number) =>
    new Date(fromJalali({ year, month, day }).getTime() + 10 * 3_600_000 + 123)

  test.each([
    [[1405, 1, 31], 1, [1405, 2, 31]],
    [[1405, 6, 31], 1, [1405, 7, 30]],
    [[1405, 6, 31], 6, [1405, 12, 29]],
    [[1403, 11, 30], 1, [1403, 12, 30]],
    [[1403, 12, 30], 12, [1404, 12, 29]],
    [[1405, 10, 15], 3, [1406, 1, 15]],
    [[1405, 1, 10], -1, [1404, 12, 10]],
  ])('%j and %i months later is %j', (start, months, end) => {
    const [year = 0, month = 0, day = 0] = start
    const [endYear, endMonth, endDay] = end
    expect(toJalali(addJalaliMonths(from(year, month, day), months))).toEqual({
      year: endYear,
      month: endMonth,
      day: endDay,
    })
  })

  test('keeps the time of day, and consecutive periods have no gap or overlap', () => {
    const start = fc.record({
      day: fc.integer({ min: 0, max: 20_000 }),
      months: fc.integer({ min: 1, max: 60 }),
    })
    fc.assert(
      fc.property(start, ({ day, months }) => {
        const begin = new Date(Date.UTC(2023, 0, 1, 7, 30, 12, 45) + day * DAY)
        const end = addJalaliMonths(begin, months)
        const next = addJalaliMonths(begin, months + 1)
        expect(toWire(end).slice(11)).toBe(toWire(begin).slice(11))
        expect(end.getMilliseconds()).toBe(45)
        const days = (next.getTime() - end.getTime()) / DAY
        expect(days).toBeGreaterThanOrEqual(28)
        expect(days).toBeLessThanOrEqual(31)
      }),
    )
  })
})
