/** The sleep timer of an audio book: stops after some minutes or at the end of the chapter. */
import { type Chapter, nextChapter } from './chapters.ts'

export const SLEEP_MINUTES = [5, 15, 30, 45, 60] as const

export type SleepTimer =
  | { kind: 'off' }
  | { kind: 'at'; epochMs: number }
  /** End of the chapter, in seconds of the book. */
  | { kind: 'chapter'; end: number }

export function sleepAfter(minutes: number, nowMs: number): SleepTimer {
  return { kind: 'at', epochMs: nowMs + minutes * 60_000 }
}

/** Stops at the end of the chapter. The last chapter ends with the book itself, so its timer never fires. */
export function sleepAtChapterEnd(chapters: Chapter[], time: number): SleepTimer {
  return { kind: 'chapter', end: nextChapter(chapters, time)?.start ?? Number.POSITIVE_INFINITY }
}

export function isSleepDue(timer: SleepTimer, nowMs: number, time: number): boolean {
  if (timer.kind === 'at') return nowMs >= timer.epochMs
  return timer.kind === 'chapter' && time >= timer.end - 0.25
}
