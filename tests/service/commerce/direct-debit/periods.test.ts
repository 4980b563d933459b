import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jalaliMonthLength, toJalali } from '#src/lib/text/jalali.ts'
import {
  anchorDayOf,
  chargeTime,
  periodEnd,
  possiblePeriodEnds,
} from '#src/service/commerce/direct-debit/periods.ts'

const DAY = 86_400_000
// Any moment of the Jalali years 1395 to 1445.
const start = fc
  .integer({ min: Date.parse('2016-03-20T00:00:00Z'), max: Date.parse('2066-03-20T00:00:00Z') })
  .map(time => new Date(time))

/** Two years of periods of a contract that began then. */
function periodsFrom(first: Date): Date[] {
  const times = [first]
  const day = anchorDayOf(first, { ends: [], day: null })
  for (let month = 0; month < 24; month++) times.push(periodEnd(times.at(-1) as Date, day))
  return times
}

test('periods follow each other without gap or overlap, a Jalali month each', () => {
  fc.assert(
    fc.property(start, first => {
      const times = periodsFrom(first)
      for (const [index, time] of times.slice(1).entries()) {
        const days = (time.getTime() - (times[index] as Date).getTime()) / DAY
        // An hour of summer time, which Iran had until 2022.
        expect(days).toBeGreaterThan(28.9)
        expect(days).toBeLessThan(31.1)
      }
    }),
  )
})

test('every period begins on the same day of the month, or on the last day of a shorter month', () => {
  fc.assert(
    fc.property(start, first => {
      const { day: anchor } = toJalali(first)
      for (const time of periodsFrom(first)) {
        const { year, month, day } = toJalali(time)
        expect(day).toBe(Math.min(anchor, jalaliMonthLength(year, month)))
      }
    }),
  )
})

test('a period that ends on a day of 23 hours ends on that day', () => {
  // 2 Azar 1398, 23:00; summer time began on 2 Farvardin 1399.
  const times = periodsFrom(new Date('2019-11-23T19:30:00Z'))
  expect(times.slice(0, 6).map(time => toJalali(time).day)).toEqual([2, 2, 2, 2, 2, 2])
})

test('after a year the period begins at the same date and time again', () => {
  fc.assert(
    fc.property(start, first => {
      const [begin, end] = [toJalali(first), toJalali(periodsFrom(first)[12] as Date)]
      expect(end.year - begin.year).toBe(1)
      expect(end.month).toBe(begin.month)
    }),
  )
})

test('a period that does not begin as planned counts from its own day', () => {
  const end = new Date('2026-04-20T00:00:00Z')
  const planned = { ends: [end], day: 31 }
  expect(anchorDayOf(end, planned)).toBe(31)
  const late = new Date('2026-04-25T09:00:00Z')
  expect(anchorDayOf(late, planned)).toBe(toJalali(late).day)
})

test('the debit is made a day before the period ends', () => {
  fc.assert(
    fc.property(start, end => {
      expect(end.getTime() - chargeTime(end).getTime()).toBe(DAY)
      expect(possiblePeriodEnds(chargeTime(end))).toContainEqual(end)
    }),
  )
})

test('a contract of an earlier release, debited an hour before the end, keeps its day of the month', () => {
  const end = new Date('2026-04-20T00:00:00Z')
  const nextChargeAt = new Date(end.getTime() - 3_600_000)
  expect(anchorDayOf(end, { ends: possiblePeriodEnds(nextChargeAt), day: 31 })).toBe(31)
})
