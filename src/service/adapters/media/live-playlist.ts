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

const secondsOf = (segment: string[]) => Number(/^#EXTINF:([\d.]+)/.exec(segment[0] ?? '')?.[1])

/**
 * Sound and picture differ by a frame a piece, and the sound may have a crumb more at the end: both go by
 * whole seconds and by as many pieces as these give, so that they restart together.
 */
function loopOf(segments: string[][]) {
  const total = segments.reduce((sum, segment) => sum + secondsOf(segment), 0)
  const seconds = Math.round(secondsOf(segments[0] ?? []))
  return { seconds, loop: segments.slice(0, Math.round(total / seconds)) }
}

/**
 * The window that has been on air until `nowSeconds` (epoch). Segment n began at n times the length
 * of one; where the recording begins again stands a discontinuity.
 */
export function livePlaylist(recorded: string, nowSeconds: number): string {
  const { target, map, segments } = readRecorded(recorded)
  const { seconds, loop } = loopOf(segments)
  if (!(seconds > 0)) return recorded
  const end = Math.floor(nowSeconds / seconds)
  const first = Math.max(0, end - LIVE_WINDOW_SEGMENTS)
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    target,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor((first - 1) / loop.length)}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    map,
  ]
  for (let sequence = first; sequence < end; sequence++) {
    const isStart = sequence % loop.length === 0
    if (isStart) lines.push('#EXT-X-DISCONTINUITY', ...(sequence > first ? [map] : []))
    const startedAt = new Date(sequence * seconds * 1_000).toISOString()
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${startedAt}`)
    lines.push(...(loop[sequence % loop.length] ?? []))
  }
  return `${lines.join('\n')}\n`
}
