/** Shifts and cuts the cues of a WebVTT file. */
import { webVttTime } from './playlists.ts'

const TIMES = /^((?:\d+:)?\d\d:\d\d\.\d{3})\s+-->\s+((?:\d+:)?\d\d:\d\d\.\d{3})(.*)$/m

/** The cues after a shift, and those that would end before 0: their time before the shift and their text in one line. */
export type ShiftedCues = { text: string; removed: string[]; preview: CueTimes[] }
/** The text of a cue, and when it begins before and after the shift. */
type CueTimes = { text: string; before: string; after: string }

/** Number of cues in the preview of a shift, from the first to the last: captions may drift from the pictures towards the end. */
const PREVIEWED = 8

/**
 * Shifts the cues. Cues that would end before 0 are removed; a cue that would begin before 0 begins at 0.
 * @param by seconds
 */
export function shiftCues(vtt: string, by: number): ShiftedCues {
  const removed: string[] = []
  const times: CueTimes[] = []
  const blocks = vtt.replace(/\r\n?/g, '\n').split(/\n{2,}/)
  const moved = blocks.flatMap(block => {
    const [line, from, to, settings] = TIMES.exec(block) ?? []
    if (line === undefined || !from || !to) return [block]
    const [start, end] = [secondsOf(from) + by, secondsOf(to) + by]
    const words = block.slice(block.indexOf(line) + line.length).trim()
    const text = words.replaceAll(/\s+/g, ' ')
    if (end <= 0) {
      removed.push(`${from} ${text}`)
      return []
    }
    times.push({ text, before: from, after: webVttTime(Math.max(0, start)) })
    return [
      block.replace(
        line,
        () => `${webVttTime(Math.max(0, start))} --> ${webVttTime(end)}${settings}`,
      ),
    ]
  })
  return {
    text: `${moved.join('\n\n').trimEnd()}\n`,
    removed,
    preview: spreadOver(times, PREVIEWED),
  }
}

/** Returns the first item, the last one, and others at equal distances. */
function spreadOver<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  const step = (items.length - 1) / (most - 1)
  return items.filter((_, at) => Math.round(Math.round(at / step) * step) === at)
}

/** Removes the cues that begin after `end`, and cuts those that last longer. @param end seconds */
export function clipCues(
  vtt: string,
  end: number,
): { text: string; kept: number; dropped: number; cut: number } {
  const counts = { kept: 0, dropped: 0, cut: 0 }
  const blocks = vtt.replace(/\r\n?/g, '\n').split(/\n{2,}/)
  const within = blocks.flatMap(block => {
    const [line, from, to, settings] = TIMES.exec(block) ?? []
    if (line === undefined || !from || !to) return [block]
    if (secondsOf(from) >= end) {
      counts.dropped += 1
      return []
    }
    counts.kept += 1
    if (secondsOf(to) <= end) return [block]
    counts.cut += 1
    return [block.replace(line, () => `${from} --> ${webVttTime(end)}${settings}`)]
  })
  return { text: `${within.join('\n\n').trimEnd()}\n`, ...counts }
}

function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
