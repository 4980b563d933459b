import { expect, test, vi } from 'vitest'
import { createProgressDisplay } from '#src/service/operations/cli/framework/progress.ts'

function aScreen(isTTY: boolean) {
  const written: string[] = []
  const out = { isTTY, write: (text: string) => written.push(text) > 0 }
  return { out, written, show: createProgressDisplay(false, out) }
}

test('without a terminal, each tenth of a phase is a line', () => {
  const { show, written } = aScreen(false)
  for (const share of [0, 0.05, 0.1, 0.19, 1]) show('Tables', share, '5 rows')
  show('Reading', null)
  show('Media', 0.5)
  expect(written.join('')).toBe('Tables 0%\nTables 10%\nTables 100%\nMedia 50%\n')
})

test('in a terminal, a bar is followed by the percentage, the detail and the time left', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { show, written } = aScreen(true)
  show('Importing', 0, '0 lines')
  vi.advanceTimersByTime(5_000)
  show('Importing', 0.25, '500 lines')
  vi.useRealTimers()
  expect(written.at(-1)).toContain('████████░░░░░░░░░░░░░░░░░░░░░░░░ 25%, 500 lines, 15 s left')
})

test('a phase of unknown length is a line in a terminal', () => {
  const { show, written } = aScreen(true)
  show('Importing', null, '500 lines')
  show('Importing', null, '501 lines')
  expect(written).toEqual(['Importing, 500 lines\n'])
})

test('nothing is shown with --json', () => {
  const { out, written } = aScreen(true)
  createProgressDisplay(true, out)('Tables', 0.5)
  expect(written).toEqual([])
})
