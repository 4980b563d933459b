import { afterEach, expect, test, vi } from 'vitest'
import { isDataSaverOn, levelCap } from '#src/lib/player/data-saver.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['on', false, true],
  ['off', true, false],
  ['', true, true],
  ['', false, false],
  [7, true, true],
  [null, undefined, false],
])('stored %o in a browser that saves data: %o', (stored, saveData, isOn) => {
  vi.stubGlobal('navigator', { connection: { saveData } })
  expect(isDataSaverOn(stored)).toBe(isOn)
})

test('a browser without the Network Information API saves no data', () => {
  vi.stubGlobal('navigator', {})
  expect(isDataSaverOn('')).toBe(false)
})

test('the highest level up to 480 lines is chosen, otherwise the lowest', () => {
  const cap = (...heights: number[]) => levelCap(heights.map(height => ({ height })))
  expect(cap(240, 480, 720)).toBe(1)
  expect(cap(240, 480, 480, 1080)).toBe(2)
  expect(cap(720, 1080)).toBe(0)
  expect(cap(240)).toBe(0)
})
