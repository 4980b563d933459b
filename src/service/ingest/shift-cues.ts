/** WebVTT with all its cues earlier or later. */
import { stamp } from './playlists.ts'

const TIMES = /^((?:\d+:)?\d\d:\d\d\.\d{3})\s+-->\s+((?:\d+:)?\d\d:\d\d\.\d{3})(.*)$/m

/** Cues that would end before the start are left out, and one that would begin before it begins there. @param by seconds */
export function shiftCues(vtt: string, by: number): string {
  const blocks = vtt.replace(/\r\n?/g, '\n').split(/\n{2,}/)
  const moved = blocks.flatMap(block => {
    const [line, from, to, settings] = TIMES.exec(block) ?? []
    if (line === undefined || !from || !to) return [block]
    const [start, end] = [secondsOf(from) + by, secondsOf(to) + by]
    if (end <= 0) return []
    return [block.replace(line, () => `${stamp(Math.max(0, start))} --> ${stamp(end)}${settings}`)]
  })
  return `${moved.join('\n\n').trimEnd()}\n`
}

function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
