import { describe, expect, test } from 'vitest'
import {
  dayText,
  momentText,
  readDay,
  readMoment,
  readMonth,
  WrittenTimeError,
} from '#src/lib/text/written-time.ts'

describe('a moment', () => {
  test.each([
    ['1405-12-29T20:00+03:30', '2027-03-20T16:30:00.000Z'],
    ['1405-01-01 20:30', '2026-03-21T17:00:00.000Z'],
    ['1405/1/1 9:05', '2026-03-21T05:35:00.000Z'],
    ['۱۴۰۵/۰۱/۰۱ ۲۰:۳۰', '2026-03-21T17:00:00.000Z'],
    ['٢٠٢٦-٠٣-٢١ ٢٠:٣٠', '2026-03-21T17:00:00.000Z'],
    ['\u200f1405-01-01\u200e 20:30 ', '2026-03-21T17:00:00.000Z'],
    ['05-01-01 20:30', '2026-03-21T17:00:00.000Z'],
    ['2026-03-21T12:00:00+03:30', '2026-03-21T08:30:00.000Z'],
    ['2026-03-21T08:30:00Z', '2026-03-21T08:30:00.000Z'],
    ['2026-03-21t08:30:00.123456z', '2026-03-21T08:30:00.123Z'],
    ['2026-03-21 08:30:00 +0000', '2026-03-21T08:30:00.000Z'],
    ['2026-03-21T08:30-05', '2026-03-21T13:30:00.000Z'],
    ['1405-01-01T00:00:00Z', '2026-03-21T00:00:00.000Z'],
    ['1405-01-01', '2026-03-20T20:30:00.000Z'],
    ['2026-03-21', '2026-03-20T20:30:00.000Z'],
    ['1403-12-30', '2025-03-19T20:30:00.000Z'],
    ['2024-02-29 00:00', '2024-02-28T20:30:00.000Z'],
    // Iran had summer time until 2022.
    ['1400-05-01 12:00', '2021-07-23T07:30:00.000Z'],
    ['1401-10-11 12:00', '2023-01-01T08:30:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(readMoment(text).toISOString()).toBe(expected)
  })

  test.each([
    ['1404-12-30 20:00', 'month 12 of the Jalali year 1404 has 29 days'],
    ['1405-07-31', 'month 7 of the Jalali year 1405 has 30 days'],
    ['1405-01-00', 'month 1 of the Jalali year 1405 has 31 days'],
    ['2026-02-30T10:00:00Z', 'month 2 of the Gregorian year 2026 has 28 days'],
    ['1405-13-01', 'there is no month 13'],
    ['2026-00-01', 'there is no month 0'],
    ['1405-01-01 25:00', 'there is no hour 25'],
    ['2026-03-21T24:00:00', 'there is no hour 24'],
    ['2026-03-21 20:60', 'there is no minute 60'],
    ['2026-03-21 20:30:60', 'there is no second 60'],
    ['2026-03-21T20:30+15:00', 'an offset must be between -14:00 and +14:00'],
    ['1299-01-01', 'years are Jalali (1300 to 1500) or Gregorian (from 1800)'],
    ['1501-01-01', 'years are Jalali (1300 to 1500) or Gregorian (from 1800)'],
  ])('%s is refused: %s', (text, reason) => {
    expect(() => readMoment(text)).toThrow(
      `cannot be "${text}": ${reason}. Write 1405-01-31 20:30 or 2026-04-20T20:30:00+03:30.`,
    )
  })

  test.each([
    '',
    'tomorrow',
    '21-03-2026',
    '2026-03/21',
    '1405',
    '1405-01',
    '20260321',
    '2026-03-21T',
    '2026-03-21T10',
    '2026-03-21 10:00 PM',
    '405-01-01',
    '2026-03-21 20:30 Tehran',
    '2026-03-21T20:30+3',
    '2026-03-21T20:30:00.',
    '2026-03-21+03:30',
    '2026-3-211',
  ])('%j is not a time, and the error says how to write one', text => {
    expect(() => readMoment(text)).toThrow(WrittenTimeError)
    expect(() => readMoment(text)).toThrow(
      `cannot be "${text}": write a time such as 1405-01-31 20:30`,
    )
  })
})

test('a day has no time', () => {
  expect(readDay('1405-01-01')).toEqual(readMoment('1405-01-01 00:00'))
  expect(() => readDay('1405-01-01 20:30')).toThrow(
    'cannot be "1405-01-01 20:30": write the day without a time, such as 1405-01-31 or 2026-04-20.',
  )
  expect(() => readDay('1404-12-30')).toThrow('Write 1405-01-31 or 2026-04-20.')
})

test('a month that no calendar has is refused', () => {
  expect(readMonth('1500-12').to).toEqual(readMoment('2122-03-21'))
  expect(() => readMonth('1405-13')).toThrow('there is no month 13. Write 1405-01 or 2026-03.')
  expect(() => readMonth('1600-01')).toThrow('years are Jalali')
})

test('a message shows a time in both calendars', () => {
  const moment = new Date('2026-03-21T17:00:00Z')
  expect([momentText(moment), dayText(moment)]).toEqual([
    '1405-01-01 20:30 (2026-03-21)',
    '1405-01-01 (2026-03-21)',
  ])
  expect(momentText(new Date('2026-03-21T17:00:09Z'))).toBe('1405-01-01 20:30:09 (2026-03-21)')
})
