import { expect, test } from 'vitest'
import { tableLines } from '#src/service/operations/cli/framework/table.ts'

const columns = [{ name: 'title' }, { name: 'rials', align: 'end' as const }, { name: 'state' }]
/** Removes the isolates, which a terminal does not show. */
const shown = (lines: string[]) => lines.map(text => text.replaceAll(/[\u2068\u2069]/g, ''))

test('columns are as wide as their widest cell, Persian ones by their width in a terminal', () => {
  const lines = tableLines(columns, [
    ['باغ بی‌صدا', 1_200_000, 'paid'],
    ['Rain', 900, null],
  ])
  expect(shown(lines)).toEqual([
    'title          rials  state',
    'باغ بی‌صدا  1,200,000  paid',
    'Rain             900  -',
  ])
})

test('a Persian cell is isolated, so that it does not reorder the cells next to it', () => {
  const [, line] = tableLines(columns, [['پرده', 5, 'paid']])
  expect(line).toContain('\u2068پرده\u2069')
})

test('a cell with text from users stays on its line and shows its control characters', () => {
  const [, ...lines] = tableLines(columns, [['a\nb\u001b[31m\u202e', 1, 'x']])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('\\u{1b}')
  expect(lines[0]).toContain('\\u{202e}')
})

test('a time is shown in Tehran time, and an amount with separators', () => {
  const [, line] = tableLines(
    [{ name: 'at' }, { name: 'n' }],
    [[new Date('2026-03-20T20:30:00Z'), 1_000]],
  )
  expect(line).toBe('1405-01-01 00:00 (2026-03-21)  1,000')
})
