import { expect, test } from 'vitest'
import { stepRate } from '#src/lib/player/playback-rate.ts'

test('the rate changes step by step within its limits', () => {
  expect(stepRate(1, 1)).toBe(1.25)
  expect(stepRate(1, -1)).toBe(0.75)
  expect(stepRate(2, 1)).toBe(2)
  expect(stepRate(0.5, -1)).toBe(0.5)
  expect(stepRate(1.1, 1)).toBe(1.25)
})
