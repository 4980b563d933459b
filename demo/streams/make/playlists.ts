/** Packs ffmpeg's segments of a rendition into one file and writes the playlists around it. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

export interface Rendition {
  folder: string
  resolution: string
  codecs: string
}

interface Segment {
  seconds: number
  bytes: number
}

function readSegments(folder: string) {
  const text = readFileSync(`${folder}/index.m3u8`, 'utf8')
  return [...text.matchAll(/#EXTINF:([\d.]+),\n(.*)/g)].map(([, seconds, name]) => ({
    seconds: Number(seconds),
    file: `${folder}/${name}`,
  }))
}

/** Joins init.mp4 and the segments into media.mp4 with a byte-range playlist; returns the segments. */
export function packSingleFile(folder: string): Segment[] {
  const init = `${folder}/init.mp4`
  const segments = readSegments(folder)
  const files = [init, ...segments.map(({ file }) => file)]
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
  const packed = segments.map(({ seconds, file }) => {
    const bytes = statSync(file).size
    lines.push(`#EXTINF:${seconds.toFixed(6)},`, `#EXT-X-BYTERANGE:${bytes}@${offset}`, 'media.mp4')
    offset += bytes
    return { seconds, bytes }
  })
  writeFileSync(`${folder}/index.m3u8`, `${lines.join('\n')}\n#EXT-X-ENDLIST\n`)
  for (const file of files) rmSync(file)
  return packed
}

/** Peak and average bits per second, measured, since ffmpeg only guesses them. */
export function bandwidth(segments: Segment[]) {
  const bits = segments.reduce((sum, { bytes }) => sum + bytes * 8, 0)
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0)
  const peak = Math.max(...segments.map(segment => (segment.bytes * 8) / segment.seconds))
  return { peak: Math.ceil(peak), average: Math.ceil(bits / seconds) }
}

const NAMES = { fa: 'فارسی', en: 'English' } as const

function audioLine(language: keyof typeof NAMES, isDefault: boolean) {
  return (
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",NAME="${NAMES[language]}",LANGUAGE="${language}",` +
    `DEFAULT=${isDefault ? 'YES' : 'NO'},AUTOSELECT=YES,CHANNELS="1",URI="audio-${language}/index.m3u8"`
  )
}

function captionLine(language: keyof typeof NAMES) {
  return (
    `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="${NAMES[language]}",LANGUAGE="${language}",` +
    `DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="captions/${language}.m3u8"`
  )
}

export interface Master {
  folder: string
  /** The first one is what playback starts with, so the middle of the ladder stands first. */
  renditions: (Rendition & { segments: Segment[] })[]
  audio: { language: keyof typeof NAMES; segments: Segment[] }[]
  captions: (keyof typeof NAMES)[]
}

export function writeMaster({ folder, renditions, audio, captions }: Master) {
  const loudest = audio
    .map(({ segments }) => bandwidth(segments))
    .sort((a, b) => b.peak - a.peak)[0]
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']
  lines.push(...audio.map(({ language }, index) => audioLine(language, index === 0)))
  lines.push(...captions.map(captionLine))
  for (const { folder: name, resolution, codecs, segments } of renditions) {
    const { peak, average } = bandwidth(segments)
    const groups = [
      ...(loudest ? ['AUDIO="aud"'] : []),
      ...(captions.length > 0 ? ['SUBTITLES="sub"'] : []),
      'CLOSED-CAPTIONS=NONE',
    ]
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${peak + (loudest?.peak ?? 0)},` +
        `AVERAGE-BANDWIDTH=${average + (loudest?.average ?? 0)},RESOLUTION=${resolution},` +
        `CODECS="${codecs}",FRAME-RATE=24.000,${groups.join(',')}`,
      `${name}/index.m3u8`,
    )
  }
  writeFileSync(`${folder}/master.m3u8`, `${lines.join('\n')}\n`)
}

export function captionPlaylist(file: string, seconds: number) {
  return (
    `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${seconds}\n#EXT-X-PLAYLIST-TYPE:VOD\n` +
    `#EXTINF:${seconds.toFixed(3)},\n${file}\n#EXT-X-ENDLIST\n`
  )
}
