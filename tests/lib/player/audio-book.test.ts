import { describe, expect, test } from 'vitest'
import {
  chapterAfter,
  chapterAt,
  chapterBefore,
  isSleepDue,
  sleepAfter,
  sleepAtChapterEnd,
} from '#src/lib/player/audio-book.ts'

const chapters = [0, 30, 60].map((start, index) => ({ title: `${index}`, start }))

describe('chapters', () => {
  test('the chapter of a second', () => {
    expect([0, 29.9, 30, 999].map(time => chapterAt(chapters, time))).toEqual([0, 0, 1, 2])
    expect(chapterAt([], 5)).toBe(-1)
  })

  test('back goes to the start of the chapter, and within three seconds to the one before', () => {
    expect(chapterBefore(chapters, 40)?.start).toBe(30)
    expect(chapterBefore(chapters, 32)?.start).toBe(0)
    expect(chapterBefore(chapters, 1)?.start).toBe(0)
  })

  test('after the last chapter comes nothing', () => {
    expect(chapterAfter(chapters, 40)?.start).toBe(60)
    expect(chapterAfter(chapters, 70)).toBeUndefined()
  })
})

describe('the sleep timer', () => {
  test('stops after its minutes', () => {
    const sleep = sleepAfter(15, 1_000)
    expect(isSleepDue(sleep, 900_999, 0)).toBe(false)
    expect(isSleepDue(sleep, 901_000, 0)).toBe(true)
  })

  test('stops at the end of the chapter, the last one with the book', () => {
    expect(isSleepDue(sleepAtChapterEnd(chapters, 40), 0, 59)).toBe(false)
    expect(isSleepDue(sleepAtChapterEnd(chapters, 40), 0, 59.9)).toBe(true)
    expect(isSleepDue(sleepAtChapterEnd(chapters, 70), 0, 1e6)).toBe(false)
  })
})
