import { describe, expect, test } from 'vitest'
import { parseClock, parseClockSpan, verifyMarks } from '#src/service/watching/ingest/marks.ts'

describe('a time of a video', () => {
  test.each([
    ['90', 90],
    ['0', 0],
    ['12.5', 12.5],
    ['1:30', 90],
    ['01:05.250', 65.25],
    ['1:02:03', 3_723],
    ['5400', 5_400],
  ])('is %s', (text, seconds) => {
    expect(parseClock(text)).toBe(seconds)
  })

  test.each([
    '',
    '-1',
    '1:60',
    '1:75:00',
    '1:',
    ':30',
    'soon',
    '1e3',
    '1:2:3:4',
    '0x10',
    '1,5',
    'NaN',
  ])('is not "%s"', text => {
    expect(parseClock(text)).toBeNull()
  })
})

test('an intro is from one time to a later one', () => {
  expect(parseClockSpan('0:30-1:45')).toEqual({ start: 30, end: 105 })
  expect(parseClockSpan('0-12.5')).toEqual({ start: 0, end: 12.5 })
  for (const text of ['30', '30-', '-30', '1:00-0:30', '5-5', '1-2-3', 'a-b'])
    expect(parseClockSpan(text)).toBeNull()
})

describe('marks', () => {
  const intro = { start: 10, end: 60 }

  test('within the video are accepted', () => {
    expect(() => verifyMarks({ intro, credits: 90 }, 100)).not.toThrow()
    expect(() => verifyMarks({ intro: null, credits: null }, 100)).not.toThrow()
    expect(() => verifyMarks({ intro: { start: 0, end: 100 }, credits: null }, 100)).not.toThrow()
  })

  test.each([
    [
      { intro: { start: 10, end: 100.5 }, credits: null },
      /intro ends at 00:01:40.500, .*lasts 00:01:40/,
    ],
    [{ intro: null, credits: 100 }, /credits begin at 00:01:40, .*lasts/],
    [{ intro, credits: 30 }, /credits begin at 00:00:30, and the intro ends at 00:01:00/],
  ])('outside of it are refused (%#)', (marks, message) => {
    expect(() => verifyMarks(marks, 100)).toThrow(message)
  })
})
