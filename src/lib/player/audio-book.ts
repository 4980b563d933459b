/** Chapters and the sleep timer of an audio book. */
export interface Chapter {
  title: string
  /** Seconds. */
  start: number
}

export function chapterAt(chapters: Chapter[], time: number): number {
  const after = chapters.findIndex(chapter => chapter.start > time)
  return (after < 0 ? chapters.length : after) - 1
}

/** Back goes to the chapter's start first, and to the one before it within its first three seconds. */
export function chapterBefore(chapters: Chapter[], time: number): Chapter | undefined {
  const at = chapterAt(chapters, time)
  const isAtStart = time - (chapters[at]?.start ?? 0) < 3
  return chapters[isAtStart ? Math.max(0, at - 1) : at]
}

export function chapterAfter(chapters: Chapter[], time: number): Chapter | undefined {
  return chapters[chapterAt(chapters, time) + 1]
}

export const SLEEP_MINUTES = [5, 15, 30, 45, 60] as const

export type Sleep =
  | { kind: 'off' }
  | { kind: 'at'; epochMs: number }
  | { kind: 'chapter'; end: number }

export function sleepAfter(minutes: number, nowMs: number): Sleep {
  return { kind: 'at', epochMs: nowMs + minutes * 60_000 }
}

/** At the end of the chapter that plays now; the last chapter ends with the book. */
export function sleepAtChapterEnd(chapters: Chapter[], time: number): Sleep {
  return { kind: 'chapter', end: chapterAfter(chapters, time)?.start ?? Number.POSITIVE_INFINITY }
}

export function isSleepDue(sleep: Sleep, nowMs: number, time: number): boolean {
  if (sleep.kind === 'at') return nowMs >= sleep.epochMs
  return sleep.kind === 'chapter' && time >= sleep.end - 0.25
}
