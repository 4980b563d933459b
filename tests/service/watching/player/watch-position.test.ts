import { describe, expect, test } from 'vitest'
import { isFinished, resumePoint } from '#src/service/watching/player/watch-position.ts'

const position = (
  at: number,
  creditsAt: number | null = null,
  duration: number | null = 1_000,
) => ({
  at,
  duration,
  creditsAt,
})

describe('resuming', () => {
  test('starts at the saved position', () => {
    expect(resumePoint(position(431.5))).toBe(431.5)
  })

  test('starts from the beginning if only the first seconds were watched', () => {
    expect(resumePoint(position(4.9))).toBe(0)
    expect(resumePoint(position(5))).toBe(5)
  })

  test('starts from the beginning if the credits were reached', () => {
    expect(resumePoint(position(900, 900))).toBe(0)
    expect(resumePoint(position(899, 900))).toBe(899)
  })

  test('treats the last twentieth as finished if the credits are unknown', () => {
    expect(isFinished(position(949))).toBe(false)
    expect(isFinished(position(950))).toBe(true)
  })

  test('starts from the beginning if the position is after the end', () => {
    expect(resumePoint(position(1_001, 2_000))).toBe(0)
    expect(resumePoint(position(Number.NaN))).toBe(0)
    expect(resumePoint(position(700, null, null))).toBe(700)
  })
})
