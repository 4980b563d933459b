/** Seek bar thumbnails, from a WebVTT file whose cues are `sheet.jpg#xywh=…`. */
export interface Thumbnail {
  start: number
  end: number
  url: string
  x: number
  y: number
  width: number
  height: number
}

const TIMING = /^(?:(\d+):)?(\d\d):(\d\d\.\d{3})\s+-->\s+(?:(\d+):)?(\d\d):(\d\d\.\d{3})/
const AREA = /^(.*)#xywh=(\d+),(\d+),(\d+),(\d+)$/

/** Parses a storyboard. Sheet URLs are relative to the file's URL. Cues that cannot be parsed are skipped. */
export function parseStoryboard(text: string, fileUrl: string): Thumbnail[] {
  const lines = text.split(/\r?\n/)
  return lines.flatMap((line, index) => {
    const timing = TIMING.exec(line)
    const area = AREA.exec(lines[index + 1]?.trim() ?? '')
    if (!timing || !area) return []
    const [x, y, width, height] = area.slice(2).map(Number) as [number, number, number, number]
    const url = new URL(area[1] ?? '', fileUrl).href
    return [{ start: seconds(timing, 1), end: seconds(timing, 4), url, x, y, width, height }]
  })
}

function seconds(match: RegExpExecArray, from: number) {
  const [hours, minutes, rest] = [match[from], match[from + 1], match[from + 2]].map(Number)
  return (hours || 0) * 3600 + (minutes ?? 0) * 60 + (rest ?? 0)
}

/** Returns the thumbnail at a time by binary search; after the end, the last one. */
export function thumbnailAt(thumbnails: Thumbnail[], time: number): Thumbnail | null {
  let low = 0
  let high = thumbnails.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((thumbnails[middle]?.start ?? 0) <= time) low = middle
    else high = middle - 1
  }
  return thumbnails[low] ?? null
}
