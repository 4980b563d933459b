/** Chapters of a title, sorted by their start. */
export interface Chapter {
  title: string
  /** Seconds. */
  start: number
}

/** Returns the index of the chapter at a time; -1 before the first one. */
export function chapterAt(chapters: Chapter[], time: number): number {
  const following = chapters.findIndex(chapter => chapter.start > time)
  return (following < 0 ? chapters.length : following) - 1
}

/** Returns the start of the current chapter; within its first three seconds, that of the previous one. */
export function previousChapter(chapters: Chapter[], time: number): Chapter | undefined {
  const current = chapterAt(chapters, time)
  const isAtStart = time - (chapters[current]?.start ?? 0) < 3
  return chapters[isAtStart ? Math.max(0, current - 1) : current]
}

export function nextChapter(chapters: Chapter[], time: number): Chapter | undefined {
  return chapters[chapterAt(chapters, time) + 1]
}

/** Returns the title of the chapter at a time; empty before the first chapter. */
export function chapterTitleAt(chapters: Chapter[], time: number): string {
  return chapters[chapterAt(chapters, time)]?.title ?? ''
}

/** Returns the boundaries between chapters in seconds; chapters beyond the end of the title are left out. */
export function chapterMarks(chapters: Chapter[], end: number): number[] {
  const starts = chapters.map(({ start }) => start).filter(start => start > 0 && start < end)
  return [...new Set(starts)]
}
