import { describe, expect, test } from 'vitest'
import { isFinished, resumePoint } from '#src/service/player/watch-position.ts'

const place = (at: number, creditsAt: number | null = null, duration: number | null = 1_000) => ({
  at,
  duration,
  creditsAt,
})

describe('resuming', () => {
  test('at the saved position', () => {
    expect(resumePoint(place(431.5))).toBe(431.5)
  })

  test('from the start when only the first seconds were watched', () => {
    expect(resumePoint(place(4.9))).toBe(0)
    expect(resumePoint(place(5))).toBe(5)
  })

  test('from the start when the credits were reached', () => {
    expect(resumePoint(place(900, 900))).toBe(0)
    expect(resumePoint(place(899, 900))).toBe(899)
  })

  test('without known credits the last twentieth counts as finished', () => {
    expect(isFinished(place(949))).toBe(false)
    expect(isFinished(place(950))).toBe(true)
  })

  test('from the start when the position is after the end', () => {
    expect(resumePoint(place(1_001, 2_000))).toBe(0)
    expect(resumePoint(place(Number.NaN))).toBe(0)
    expect(resumePoint(place(700, null, null))).toBe(700)
  })
})
