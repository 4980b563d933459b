import { describe, expect, test } from 'vitest'
import { scrubStep } from '#src/lib/player/scrub.ts'

const FILM = 7_200

describe('an arrow key that is held', () => {
  test('seeks ten seconds on the press and the first repetitions', () => {
    expect([0, 1, 9].map(repetitions => scrubStep(repetitions, FILM))).toEqual([10, 10, 10])
  })

  test('accelerates, and crosses a film of two hours in seven seconds', () => {
    expect([10, 30, 60].map(repetitions => scrubStep(repetitions, FILM))).toEqual([30, 60, 120])
    let position = 0
    let repetitions = 0
    while (position < FILM) position += scrubStep(repetitions++, FILM)
    expect(repetitions / 20).toBeGreaterThan(4)
    expect(repetitions / 20).toBeLessThan(7)
  })

  test('moves at most a fortieth of a short title, but at least ten seconds', () => {
    expect(scrubStep(80, 1_200)).toBe(30)
    expect(scrubStep(80, 60)).toBe(10)
  })
})
