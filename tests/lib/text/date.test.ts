import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  daysRemaining,
  formatDate,
  formatDateTime,
  formatDayAndMonth,
  formatRelative,
  formatShortDate,
  formatTime,
  formatWeekdayDate,
} from '#src/lib/text/date.ts'
import { fromWire, toWire } from '#src/lib/text/tehran.ts'

const AT = fromWire('2026-11-21T21:05:00')

describe('the wire format', () => {
  test('is Tehran time, including summer time for years that had it', () => {
    expect(AT.toISOString()).toBe('2026-11-21T17:35:00.000Z')
    expect(fromWire('2020-07-01T12:00:00').toISOString()).toBe('2020-07-01T07:30:00.000Z')
    expect(toWire(new Date('2026-01-01T00:00:00Z'))).toBe('2026-01-01T03:30:00')
  })

  test('follows the clock at its last change, after which no summer time came', () => {
    expect(toWire(new Date('2022-09-21T19:29:59Z'))).toBe('2022-09-21T23:59:59')
    expect(toWire(new Date('2022-09-21T19:30:00Z'))).toBe('2022-09-21T23:00:00')
    const tehran = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Tehran',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    for (let month = 0; month < 240; month++) {
      const at = new Date(Date.UTC(2018, month, 1, 12))
      expect(toWire(at).replace('T', ' ')).toBe(tehran.format(at))
    }
  })

  test.each([
    '2026-02-30T10:00:00',
    '2026-13-01T10:00:00',
    '2026-01-01',
    '2026-01-01T10:00:00Z',
    '',
  ])('%j is refused', text => {
    expect(() => fromWire(text)).toThrow(RangeError)
  })

  test('a moment survives the wire format to the second', () => {
    const from = Date.UTC(2023, 0, 1) / 1000
    fc.assert(
      fc.property(fc.integer({ min: from, max: from + 3_000_000_000 }), seconds => {
        expect(fromWire(toWire(new Date(seconds * 1000))).getTime()).toBe(seconds * 1000)
      }),
    )
  })

  test('so does a moment in years with summer time, except the repeated hour', () => {
    const seconds = fc.integer({
      min: Date.UTC(1978, 0, 1) / 1000,
      max: Date.UTC(2023, 0, 1) / 1000,
    })
    fc.assert(
      fc.property(seconds, at => {
        const wall = toWire(new Date(at * 1000))
        expect(toWire(fromWire(wall))).toBe(wall)
      }),
    )
  })
})

describe('dates are shown in the Jalali calendar, on English pages in the Gregorian', () => {
  test.each([
    [formatDate, '۳۰ آبان ۱۴۰۵', '21 November 2026'],
    [formatWeekdayDate, 'شنبه ۳۰ آبان ۱۴۰۵', 'Saturday 21 November 2026'],
    [formatDayAndMonth, '۳۰ آبان', '21 November'],
    [formatShortDate, '۱۴۰۵/۸/۳۰', '21/11/2026'],
    [formatTime, '۲۱:۰۵', '21:05'],
    [formatDateTime, '۳۰ آبان ۱۴۰۵، ساعت ۲۱:۰۵', '21 November 2026, 21:05'],
  ])('form %$', (format, persian, english) => {
    expect(format(AT, 'fa')).toBe(persian)
    expect(format(AT, 'en')).toBe(english)
  })

  test.each([
    ['2026-11-21T21:04:30', 'اکنون', 'now'],
    ['2026-11-21T20:55:00', '۱۰ دقیقه پیش', '10 minutes ago'],
    ['2026-11-21T09:05:00', '۱۲ ساعت پیش', '12 hours ago'],
    ['2026-11-20T10:00:00', 'دیروز', 'yesterday'],
    ['2026-11-16T10:00:00', '۵ روز پیش', '5 days ago'],
    ['2026-11-23T10:00:00', 'پس‌فردا', 'in 2 days'],
    ['2026-09-10T10:00:00', '۲ ماه پیش', '2 months ago'],
    ['2024-11-10T10:00:00', '۲ سال پیش', '2 years ago'],
  ])('%s, seen from then', (wire, persian, english) => {
    expect(formatRelative(fromWire(wire), AT, 'fa')).toBe(persian)
    expect(formatRelative(fromWire(wire), AT, 'en')).toBe(english)
  })
})

test.each([
  ['2026-11-26T21:05:00', 5],
  ['2026-11-26T21:05:01', 6],
  ['2026-11-21T21:06:00', 1],
  ['2026-11-21T21:05:00', 0],
  ['2026-11-01T21:05:00', 0],
])('a subscription that ends at %s has %i days left', (endsAt, days) => {
  expect(daysRemaining(fromWire(endsAt), AT)).toBe(days)
})
