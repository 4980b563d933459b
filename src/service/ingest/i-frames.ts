/** The pictures of a rendition that stand alone, as a playlist of their own: players show them while somebody seeks fast (RFC 8216, 4.3.3.6). */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boxesIn, firstSample, timescaleOf } from './boxes.ts'
import { type Segment, segmentsOf } from './playlists.ts'

export const I_FRAMES = 'iframes.m3u8'

interface IFrame extends Segment {
  /** Name of the segment that it is in. */
  segment: string
  /** Of its fragment, with which it begins. */
  start: number
}

/** Writes the playlist beside that of the segments. @param folder of a rendition that is complete */
export async function writeIFrames(folder: string): Promise<void> {
  await writeFile(join(folder, I_FRAMES), iFramePlaylist(await iFramesOf(folder)))
}

/** A picture lasts until the next one in the playlist. */
export async function iFramesOf(folder: string): Promise<IFrame[]> {
  const timescale = timescaleOf(await readFile(join(folder, 'init.mp4')))
  const segments = segmentsOf(folder)
  const found: (Omit<IFrame, 'seconds'> & { at: number })[] = []
  for (const { file } of segments) {
    for (const box of boxesIn(await readFile(file))) {
      const sample = box.type === 'moof' ? firstSample(box.body) : null
      if (!sample?.isSync) continue
      const segment = file.slice(folder.length + 1)
      const bytes = sample.offset + sample.bytes
      found.push({ segment, start: box.start, bytes, at: sample.time / timescale })
    }
  }
  const end = (found[0]?.at ?? 0) + segments.reduce((sum, { seconds }) => sum + seconds, 0)
  return found.map(({ at, ...frame }, index) => ({
    ...frame,
    seconds: (found[index + 1]?.at ?? end) - at,
  }))
}

function iFramePlaylist(frames: readonly IFrame[]): string {
  const target = Math.max(...frames.map(({ seconds }) => Math.round(seconds)), 1)
  const lines = frames.flatMap(({ segment, start, bytes, seconds }) => [
    `#EXTINF:${seconds.toFixed(6)},`,
    `#EXT-X-BYTERANGE:${bytes}@${start}`,
    segment,
  ])
  return `${[
    ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${target}`],
    ...['#EXT-X-MEDIA-SEQUENCE:0', '#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-I-FRAMES-ONLY'],
    ...['#EXT-X-MAP:URI="init.mp4"', ...lines, '#EXT-X-ENDLIST'],
  ].join('\n')}\n`
}
