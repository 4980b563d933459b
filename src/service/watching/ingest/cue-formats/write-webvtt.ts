/** Writes captions as WebVTT. */
import { isRightToLeft, markRightToLeft } from '#src/lib/text/direction.ts'
import { webVttTime } from '../playlists.ts'
import type { CaptionCue } from './cue.ts'

/** @param language BCP 47, of the track */
export function writeWebVtt(cues: readonly CaptionCue[], language: string): string {
  const mark = isRightToLeft(language) ? markRightToLeft : (text: string) => text
  const blocks = cues.map(({ start, end, settings, text }) => {
    const times = `${webVttTime(start)} --> ${webVttTime(end)}`
    return `${settings ? `${times} ${settings}` : times}\n${mark(text)}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}
