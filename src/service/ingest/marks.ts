/** Where the intro of a video is and where its credits begin: players offer to skip them. */

import { IngestError } from './ingest-error.ts'
import { stamp } from './playlists.ts'

/** Seconds; null is not given. */
export interface Marks {
  intro: { start: number; end: number } | null
  credits: number | null
}

const CLOCK = /^(?:(?:(\d{1,2}):)?([0-5]?\d):)?(\d+(?:\.\d{1,3})?)$/

/** `1:30`, `1:02:03.5` and `90` as seconds; null for anything else. */
export function clockSeconds(text: string): number | null {
  const [, hours, minutes, seconds] = CLOCK.exec(text.trim()) ?? []
  if (seconds === undefined || (minutes !== undefined && Number(seconds) >= 60)) return null
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds)
}

/** `0:30-1:45`; null for anything else, and where it ends before it starts. */
export function clockSpan(text: string): Marks['intro'] {
  const [start, end, ...more] = text.split('-').map(clockSeconds)
  if (start == null || end == null || more.length > 0 || end <= start) return null
  return { start, end }
}

/** @param duration of the video in seconds @throws IngestError for marks that it does not have */
export function verifyMarks({ intro, credits }: Marks, duration: number): void {
  const lasts = `the video lasts ${clock(duration)}`
  if (intro && intro.end > duration)
    throw new IngestError(`The intro ends at ${clock(intro.end)}, and ${lasts}.`)
  if (credits === null) return
  if (credits >= duration)
    throw new IngestError(`The credits begin at ${clock(credits)}, and ${lasts}.`)
  if (intro && credits < intro.end)
    throw new IngestError(
      `The credits begin at ${clock(credits)}, and the intro ends at ${clock(intro.end)}.`,
    )
}

/** HH:MM:SS, with milliseconds where there are some. */
export function clock(seconds: number): string {
  return stamp(seconds).replace(/\.000$/, '')
}
