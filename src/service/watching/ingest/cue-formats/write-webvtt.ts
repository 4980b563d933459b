/** Writes captions as WebVTT. */
import { webVttTime } from '../playlists.ts'
import type { CaptionCue } from './cue.ts'

export function writeWebVtt(cues: readonly CaptionCue[]): string {
  const blocks = cues.map(({ start, end, settings, text }) => {
    const times = `${webVttTime(start)} --> ${webVttTime(end)}`
    return `${settings ? `${times} ${settings}` : times}\n${text}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}
