import { expect, test } from 'vitest'
import type { Program } from '#src/contract/live.ts'
import { guideDays, guideFreshSeconds } from '#src/lib/catalogue/guide.ts'
import { fromWire, toWire } from '#src/lib/text/tehran.ts'

const NOW = fromWire('2026-03-21T12:00:00')
const program = (starts_at: string, ends_at: string): Program => ({
  id: starts_at,
  title: starts_at,
  summary: null,
  starts_at,
  ends_at,
  is_current: false,
  is_recorded: false,
})

test('programmes are grouped by days of Tehran, and those of last night belong to today', () => {
  const programs = [
    program('2026-03-20T23:00:00', '2026-03-21T01:00:00'),
    program('2026-03-21T23:30:00', '2026-03-22T00:30:00'),
    program('2026-03-22T00:30:00', '2026-03-22T01:00:00'),
  ]
  expect(
    guideDays(programs, NOW).map(({ day, programs }) => [toWire(day), programs.length]),
  ).toEqual([
    ['2026-03-21T00:00:00', 2],
    ['2026-03-22T00:00:00', 1],
  ])
  expect(guideDays([], NOW)).toEqual([])
})

test.each([
  ['until one ends', [program('2026-03-21T11:00:00', '2026-03-21T12:01:40')], 100],
  ['until one begins', [program('2026-03-21T12:00:30', '2026-03-21T13:00:00')], 30],
  ['until midnight', [program('2026-03-21T11:00:00', '2026-03-21T12:00:00')], 12 * 3_600],
  ['until midnight without a guide', [], 12 * 3_600],
])('it is fresh %s', (_, programs, seconds) => {
  expect(guideFreshSeconds(programs, NOW)).toBe(seconds)
})
