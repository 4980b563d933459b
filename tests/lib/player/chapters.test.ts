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
  test('the chapter at a time', () => {
    expect([0, 29.9, 30, 999].map(time => chapterAt(chapters, time))).toEqual([0, 0, 1, 2])
    expect(chapterAt([], 5)).toBe(-1)
  })

  test("previous is the current chapter's start, and within three seconds the one before", () => {
    expect(previousChapter(chapters, 40)?.start).toBe(30)
    expect(previousChapter(chapters, 32)?.start).toBe(0)
    expect(previousChapter(chapters, 1)?.start).toBe(0)
  })

  test('the last chapter has no next one', () => {
    expect(nextChapter(chapters, 40)?.start).toBe(60)
    expect(nextChapter(chapters, 70)).toBeUndefined()
  })
})

test('marks are where chapters start within the title, and a title has none of its start', () => {
  expect(chapterMarks(chapters, 64)).toEqual([30, 60])
  expect(chapterMarks([...chapters, { title: 'again', start: 30 }], 60)).toEqual([30])
  expect([-1, 0, 45].map(time => chapterTitleAt(chapters, time))).toEqual(['', '0', '1'])
  expect(chapterTitleAt([], 5)).toBe('')
})
