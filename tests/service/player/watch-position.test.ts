import { describe, expect, test } from 'vitest'
import { isFinished, resumePoint } from '#src/service/player/watch-position.ts'

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
  test('at the saved position', () => {
    expect(resumePoint(position(431.5))).toBe(431.5)
  })

  test('from the start when only the first seconds were watched', () => {
    expect(resumePoint(position(4.9))).toBe(0)
    expect(resumePoint(position(5))).toBe(5)
  })

  test('from the start when the credits were reached', () => {
    expect(resumePoint(position(900, 900))).toBe(0)
    expect(resumePoint(position(899, 900))).toBe(899)
  })

  test('without known credits the last twentieth counts as finished', () => {
    expect(isFinished(position(949))).toBe(false)
    expect(isFinished(position(950))).toBe(true)
  })

  test('from the start when the position is after the end', () => {
    expect(resumePoint(position(1_001, 2_000))).toBe(0)
    expect(resumePoint(position(Number.NaN))).toBe(0)
    expect(resumePoint(position(700, null, null))).toBe(700)
  })
})
