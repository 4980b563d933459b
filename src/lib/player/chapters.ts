/** Chapters of an audio book, sorted by their start. */
export interface Chapter {
  title: string
  /** Seconds. */
  start: number
}

/** Index of the chapter that plays at this time; -1 before the first one. */
export function chapterAt(chapters: Chapter[], time: number): number {
  const following = chapters.findIndex(chapter => chapter.start > time)
  return (following < 0 ? chapters.length : following) - 1
}

/** The start of the current chapter; within its first three seconds, of the previous one. */
export function previousChapter(chapters: Chapter[], time: number): Chapter | undefined {
  const current = chapterAt(chapters, time)
  const isAtStart = time - (chapters[current]?.start ?? 0) < 3
  return chapters[isAtStart ? Math.max(0, current - 1) : current]
}

export function nextChapter(chapters: Chapter[], time: number): Chapter | undefined {
  return chapters[chapterAt(chapters, time) + 1]
}
