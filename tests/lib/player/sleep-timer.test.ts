import { describe, expect, test } from 'vitest'
import { isSleepDue, sleepAfter, sleepAtChapterEnd } from '#src/lib/player/sleep-timer.ts'

const chapters = [0, 30, 60].map((start, index) => ({ title: `${index}`, start }))

describe('the sleep timer', () => {
  test('stops after its minutes', () => {
    const timer = sleepAfter(15, 1_000)
    expect(isSleepDue(timer, 900_999, 0)).toBe(false)
    expect(isSleepDue(timer, 901_000, 0)).toBe(true)
  })

  test('stops at the end of the chapter, except the last one, which ends with the book', () => {
    expect(isSleepDue(sleepAtChapterEnd(chapters, 40), 0, 59)).toBe(false)
    expect(isSleepDue(sleepAtChapterEnd(chapters, 40), 0, 59.9)).toBe(true)
    expect(isSleepDue(sleepAtChapterEnd(chapters, 70), 0, 1e6)).toBe(false)
  })
})
