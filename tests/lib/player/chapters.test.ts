import { describe, expect, test } from 'vitest'
import {
  chapterAt,
  chapterMarks,
  chapterTitleAt,
  nextChapter,
  previousChapter,
} from '#src/lib/player/chapters.ts'

const chapters = [0, 30, 60].map((start, index) => ({ title: `${index}`, start }))

describe('chapters', () => {
  test('the current chapter is the one that contains the time', () => {
    expect([0, 29.9, 30, 999].map(time => chapterAt(chapters, time))).toEqual([0, 0, 1, 2])
    expect(chapterAt([], 5)).toBe(-1)
  })

  test('previous goes to the start of the current chapter, and within its first three seconds to the previous chapter', () => {
    expect(previousChapter(chapters, 40)?.start).toBe(30)
    expect(previousChapter(chapters, 32)?.start).toBe(0)
    expect(previousChapter(chapters, 1)?.start).toBe(0)
  })

  test('the last chapter has no next one', () => {
    expect(nextChapter(chapters, 40)?.start).toBe(60)
    expect(nextChapter(chapters, 70)).toBeUndefined()
  })
})

test('marks are the starts of chapters within the title, except at its very start', () => {
  expect(chapterMarks(chapters, 64)).toEqual([30, 60])
  expect(chapterMarks([...chapters, { title: 'again', start: 30 }], 60)).toEqual([30])
  expect([-1, 0, 45].map(time => chapterTitleAt(chapters, time))).toEqual(['', '0', '1'])
  expect(chapterTitleAt([], 5)).toBe('')
})
