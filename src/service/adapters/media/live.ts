/**
 * A live channel out of a recorded stream: its segments go round by the wall clock, so that every node
 * shows the same second without sharing anything.
 */
export const LIVE_WINDOW_SEGMENTS = 30

/** The recorded master without its captions, which would stand still while the picture goes on. */
export function liveMaster(recorded: string): string {
  const lines = recorded.split('\n').filter(line => !line.startsWith('#EXT-X-MEDIA:TYPE=SUBTITLES'))
  return lines.map(line => line.replace(/,SUBTITLES="[^"]*"/, '')).join('\n')
}

interface Recorded {
  target: string
  map: string
  /** Lines of one segment: its duration, its byte range where there is one, its address. */
  segments: string[][]
}

function readRecorded(playlist: string): Recorded {
  const lines = playlist.split('\n').filter(Boolean)
  const segments: string[][] = []
  for (const line of lines) {
    if (line.startsWith('#EXTINF:')) segments.push([line])
    else if (line.startsWith('#EXT-X-BYTERANGE:')) segments.at(-1)?.push(line)
    else if (!line.startsWith('#')) segments.at(-1)?.push(line)
  }
  return {
    target: lines.find(line => line.startsWith('#EXT-X-TARGETDURATION:')) ?? '',
    map: lines.find(line => line.startsWith('#EXT-X-MAP:')) ?? '',
    segments,
  }
}

/**
 * The window that has been on air until `nowSeconds` (epoch). Segment n began at n times the target
 * duration; where the recording begins again stands a discontinuity.
 */
export function livePlaylist(recorded: string, nowSeconds: number): string {
  const { target, map, segments } = readRecorded(recorded)
  const seconds = Number(target.split(':')[1])
  if (segments.length === 0 || !(seconds > 0)) return recorded
  const end = Math.floor(nowSeconds / seconds)
  const first = Math.max(0, end - LIVE_WINDOW_SEGMENTS)
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    target,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor((first - 1) / segments.length)}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    map,
  ]
  for (let sequence = first; sequence < end; sequence++) {
    const isStart = sequence % segments.length === 0
    if (isStart) lines.push('#EXT-X-DISCONTINUITY', ...(sequence > first ? [map] : []))
    const startedAt = new Date(sequence * seconds * 1_000).toISOString()
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${startedAt}`)
    lines.push(...(segments[sequence % segments.length] ?? []))
  }
  return `${lines.join('\n')}\n`
}
