/**
 * Playlist of a rendition's independent pictures, which players show during fast seeking (RFC 8216,
 * 4.3.3.6).
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { firstSample, parseBoxes, parseTimescale } from './boxes.ts'
import { readSegments, type Segment } from './playlists.ts'

export const I_FRAMES = 'iframes.m3u8'

interface IFrame extends Segment {
  /** Name of its segment. */
  segment: string
  /** Offset of the fragment that begins with it. */
  start: number
}

/** Writes the playlist next to that of the segments. @param folder of a complete rendition */
export async function writeIFrames(folder: string): Promise<void> {
  await writeFile(join(folder, I_FRAMES), iFramePlaylist(await readIFrames(folder)))
}

/** Returns the pictures. Each lasts until the next one in the playlist. */
export async function readIFrames(folder: string): Promise<IFrame[]> {
  const timescale = parseTimescale(await readFile(join(folder, 'init.mp4')))
  const segments = readSegments(folder)
  const found: (Omit<IFrame, 'seconds'> & { at: number })[] = []
  for (const { file } of segments) {
    for (const box of parseBoxes(await readFile(file))) {
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
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${target}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-I-FRAMES-ONLY',
    '#EXT-X-MAP:URI="init.mp4"',
    ...lines,
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`
}
