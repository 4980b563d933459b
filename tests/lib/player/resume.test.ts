import { describe, expect, test } from 'vitest'
import { isFinished, resumePoint, startFromQuery } from '#src/lib/player/resume.ts'

const at = (
  currentTime: number,
  creditsAt: number | null = null,
  duration: number | null = 1_000,
) => ({
  currentTime,
  duration,
  creditsAt,
})

describe('resume', () => {
  test('starts at the saved second', () => {
    expect(resumePoint(at(431.5))).toBe(431.5)
  })

  test('the first seconds start over', () => {
    expect(resumePoint(at(4.9))).toBe(0)
    expect(resumePoint(at(5))).toBe(5)
  })

  test('behind the credits it starts over', () => {
    expect(resumePoint(at(900, 900))).toBe(0)
    expect(resumePoint(at(899, 900))).toBe(899)
  })

  test('without known credits the last twentieth counts as watched', () => {
    expect(isFinished(at(949))).toBe(false)
    expect(isFinished(at(950))).toBe(true)
  })

  test('a place beyond the title, or none, starts over', () => {
    expect(resumePoint(at(1_001, 2_000))).toBe(0)
    expect(resumePoint(at(Number.NaN))).toBe(0)
    expect(resumePoint(at(700, null, null))).toBe(700)
  })

  test('?t= takes seconds inside the title and nothing else', () => {
    expect(startFromQuery('?t=83', 100)).toBe(83)
    expect(startFromQuery('?t=100', 100)).toBeNull()
    expect(startFromQuery('?t=-1', 100)).toBeNull()
    expect(startFromQuery('?t=1e9', 100)).toBeNull()
    expect(startFromQuery('', 100)).toBeNull()
  })
})
