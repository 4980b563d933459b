/** Joins the files that ffmpeg has cut, one per rendition, so that only few files are committed. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import {
  measureBandwidth,
  parseCodec,
  masterPlaylist,
  type Segment,
  readSegments,
} from '#src/service/watching/ingest/playlists.ts'

export interface Packed {
  segments: Segment[]
  /** `avc1.…` for a picture, empty for sound. */
  codecs: string
}

/** Joins init.mp4 and the segments into media.mp4 with a byte-range playlist. */
export function packSingleFile(folder: string): Packed {
  const init = `${folder}/init.mp4`
  const segments = readSegments(folder)
  const files = [init, ...segments.map(({ file }) => file)]
  const head = readFileSync(init)
  writeFileSync(`${folder}/media.mp4`, Buffer.concat(files.map(file => readFileSync(file))))
  let offset = statSync(init).size
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.round(Math.max(...segments.map(({ seconds }) => seconds)))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="media.mp4",BYTERANGE="${offset}@0"`,
  ]
  for (const { seconds, bytes } of segments) {
    lines.push(`#EXTINF:${seconds.toFixed(6)},`, `#EXT-X-BYTERANGE:${bytes}@${offset}`, 'media.mp4')
    offset += bytes
  }
  writeFileSync(`${folder}/index.m3u8`, `${lines.join('\n')}\n#EXT-X-ENDLIST\n`)
  for (const file of files) rmSync(file)
  return { segments, codecs: head.includes('avcC') ? parseCodec(head) : '' }
}

const TITLES = { fa: 'فارسی', en: 'English' } as const
type Language = keyof typeof TITLES

export interface Master {
  folder: string
  renditions: { name: string; width: number; height: number; packed: Packed }[]
  audio: { language: Language; packed: Packed }[]
  captions: Language[]
  frameRate: number
}

export function writeMaster({ folder, renditions, audio, captions, frameRate }: Master) {
  const named = (language: Language) => ({ language, title: TITLES[language] })
  const track = ({ language, packed }: Master['audio'][number]) => ({
    ...named(language),
    channels: 2,
    uri: `audio-${language}/index.m3u8`,
    bandwidth: measureBandwidth(packed.segments),
  })
  const text = masterPlaylist({
    renditions: renditions.map(({ name, width, height, packed }) => ({
      uri: `${name}/index.m3u8`,
      width,
      height,
      frameRate,
      bandwidth: measureBandwidth(packed.segments),
      codecs: packed.codecs,
    })),
    groups: audio.length > 0 ? [{ id: 'aud', codecs: 'mp4a.40.2', tracks: audio.map(track) }] : [],
    captions: captions.map(it => ({ ...named(it), uri: `captions/${it}.m3u8` })),
  })
  writeFileSync(`${folder}/master.m3u8`, text)
}
