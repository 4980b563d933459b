import { describe, expect, test } from 'vitest'
import { toWire } from '#src/lib/text/tehran.ts'
import { day, minute } from '#src/service/cli/framework/dates.ts'
import { choice, optional, whole } from '#src/service/cli/framework/fields.ts'

describe('a day', () => {
  const at = (text: string) => toWire(day('DAY', '').read(text, '--from'))

  test.each([
    ['2026-03-21', '2026-03-21T00:00:00'],
    ['1405-01-01', '2026-03-21T00:00:00'],
    ['۱۴۰۵/۱/۱', '2026-03-21T00:00:00'],
    ['1403-12-30', '2025-03-20T00:00:00'],
  ])('%s is the midnight of Tehran %s', (given, expected) => {
    expect(at(given)).toBe(expected)
  })

  test.each([
    '',
    'today',
    '2026-02-30',
    '1404-12-30',
    '1405-13-01',
    '21-03-2026',
    '2026-03-21T10:00',
  ])('%j is none, and the error says what one is', given => {
    expect(() => at(given)).toThrow(/^--from is to be a day such as 2026-03-21 or 1405-01-01/)
  })

  test('a minute has a time', () => {
    const found = minute('TIME', '').read('1405-01-01 20:30', '--at')
    expect(toWire(found)).toBe('2026-03-21T20:30:00')
  })
})

test('a whole number is read in either digits, and bounded', () => {
  const days = whole('N', '', { to: 30 })
  expect([days.read('7', '--days'), days.read('۷', '--days')]).toEqual([7, 7])
  for (const wrong of ['0', '31', '1.5', '-1', '', 'x', '1e1'])
    expect(() => days.read(wrong, '--days'), wrong).toThrow(
      '--days is to be a whole number from 1 to 30.',
    )
})

test('a choice names what there is', () => {
  const order = choice('ORDER', 'the order', ['new', 'old'])
  expect(order.text).toBe('the order: new, old')
  expect(() => order.read('none', '--order')).toThrow('--order is to be one of new, old.')
})

test('what may be left out has a fallback', () => {
  const count = whole('N', '', { to: 9 })
  expect([optional(count).fallback, optional(count, 5).fallback]).toEqual([null, 5])
})
