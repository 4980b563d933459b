/**
 * A live channel made of a recorded stream. Its segments loop by the wall clock, so all nodes serve
 * the same window without shared state.
 */
const LIVE_WINDOW_SEGMENTS = 30

/** Returns the recorded multivariant playlist without captions, since segments of captions do not loop. */
export function liveMaster(recorded: string): string {
  const lines = recorded.split('\n').filter(line => !line.startsWith('#EXT-X-MEDIA:TYPE=SUBTITLES'))
  return lines.map(line => line.replace(/,SUBTITLES="[^"]*"/, '')).join('\n')
}

interface Recorded {
  target: string
  map: string
  /** Lines of each segment: duration, byte range if any, URL. */
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
 * Audio and video segments differ by a frame, and the audio may have one short segment more. Both loop in
 * whole seconds and with the resulting number of segments, so that they restart together.
 */
function loopOf(segments: string[][]) {
  const total = segments.reduce((sum, segment) => sum + secondsOf(segment), 0)
  const seconds = Math.round(secondsOf(segments[0] ?? []))
  return { seconds, loop: segments.slice(0, Math.round(total / seconds)) }
}

/**
 * Returns the playlist of the window that ends at `nowSeconds` (epoch). Segment n starts at n times the segment length; each
 * restart of the recording is a discontinuity.
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
