/** The intro and the credits of a video, which players offer to skip. */

import { IngestError } from './ingest-error.ts'
import { webVttTime } from './playlists.ts'

/** Times in seconds; null if not given. */
export interface Marks {
  intro: { start: number; end: number } | null
  credits: number | null
}

const CLOCK = /^(?:(?:(\d{1,2}):)?([0-5]?\d):)?(\d+(?:\.\d{1,3})?)$/

/** Converts `1:30`, `1:02:03.5` and `90` to seconds; null for anything else. */
export function parseClock(text: string): number | null {
  const [, hours, minutes, seconds] = CLOCK.exec(text.trim()) ?? []
  if (seconds === undefined || (minutes !== undefined && Number(seconds) >= 60)) return null
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds)
}

/** Parses `0:30-1:45`; null for anything else, and if it ends before it starts. */
export function parseClockSpan(text: string): Marks['intro'] {
  const [start, end, ...more] = text.split('-').map(parseClock)
  if (start == null || end == null || more.length > 0 || end <= start) return null
  return { start, end }
}

/**
 * Verifies that the marks are within the video.
 * @param duration of the video in seconds
 * @throws IngestError
 */
export function verifyMarks({ intro, credits }: Marks, duration: number): void {
  const lasts = `the video lasts ${formatMarkTime(duration)}`
  if (intro && intro.end > duration)
    throw new IngestError(`The intro ends at ${formatMarkTime(intro.end)}, and ${lasts}.`)
  if (credits === null) return
  if (credits >= duration)
    throw new IngestError(`The credits begin at ${formatMarkTime(credits)}, and ${lasts}.`)
  if (intro && credits < intro.end)
    throw new IngestError(
      `The credits begin at ${formatMarkTime(credits)}, and the intro ends at ${formatMarkTime(intro.end)}.`,
    )
}

/** Formats as HH:MM:SS, with milliseconds if not zero. */
export function formatMarkTime(seconds: number): string {
  return webVttTime(seconds).replace(/\.000$/, '')
}
