import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  durationInMinutes,
  durationInWords,
  formatClock,
  formatWireDuration,
  parseDuration,
} from '#src/lib/text/duration.ts'

test('HH:MM:SS becomes seconds and back', () => {
  expect(parseDuration('02:15:00')).toBe(8100)
  expect(parseDuration('۰۱:۰۲:۰۵')).toBe(3725)
  expect(parseDuration('02:05')).toBe(125)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359_999 }), seconds => {
      expect(parseDuration(formatWireDuration(seconds))).toBe(seconds)
    }),
  )
})

test.each(['', 'soon', '1:2:3:4', '00:61:00', '10'])('%j is not a duration', text => {
  expect(parseDuration(text)).toBeNull()
})

test.each([
  [8100, '۲ ساعت و ۱۵ دقیقه', '2 hours and 15 minutes'],
  [3600, '۱ ساعت', '1 hour'],
  [60, '۱ دقیقه', '1 minute'],
  [95_400, '۱ روز، ۲ ساعت و ۳۰ دقیقه', '1 day, 2 hours and 30 minutes'],
  [172_800, '۲ روز', '2 days'],
  [30, 'کمتر از یک دقیقه', 'less than a minute'],
  [0, '۰ دقیقه', '0 minutes'],
])('%i seconds are shown as days, hours and minutes', (seconds, persian, english) => {
  expect(durationInWords(seconds, 'fa')).toBe(persian)
  expect(durationInWords(seconds, 'en')).toBe(english)
})

test.each([
  [8100, '۱۳۵ دقیقه', '135 min'],
  [89, '۱ دقیقه', '1 min'],
  [30, '۱ دقیقه', '1 min'],
])('a card shows %i seconds in minutes', (seconds, persian, english) => {
  expect(durationInMinutes(seconds, 'fa')).toBe(persian)
  expect(durationInMinutes(seconds, 'en')).toBe(english)
})

test.each([
  [3725, '۱:۰۲:۰۵', '1:02:05'],
  [125, '۲:۰۵', '2:05'],
  [0.9, '۰:۰۰', '0:00'],
  [-3, '۰:۰۰', '0:00'],
])('the player shows %d seconds as a clock', (seconds, persian, english) => {
  expect(formatClock(seconds, 'fa')).toBe(persian)
  expect(formatClock(seconds, 'en')).toBe(english)
})
