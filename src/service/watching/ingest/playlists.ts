/** Writes the playlists, because those of ffmpeg only estimate bandwidths and lack our groups. */
import { readFileSync, statSync } from 'node:fs'
import type { TrackKind } from '#src/contract/track-kinds.ts'
import { hevcCodec } from './hevc.ts'
import type { Named } from './track-name.ts'

export interface Segment {
  seconds: number
  bytes: number
}

interface Bandwidth {
  /** Bits per second. */
  peak: number
  average: number
}

type VideoRange = 'SDR' | 'PQ' | 'HLG'

export interface Rendition {
  uri: string
  bandwidth: Bandwidth
  width: number
  height: number
  frameRate: number
  codecs: string
  range?: VideoRange
  /** Playlist of the independent pictures. */
  iFrames?: { uri: string; bandwidth: Bandwidth }
}

export interface Master {
  /** Playback starts with the first one, so the middle of the ladder comes first. */
  renditions: Rendition[]
  /** Each group has every track in one codec. All devices can play the first group. */
  groups: AudioGroup[]
  captions: (Named & { uri: string })[]
}

interface AudioGroup {
  id: string
  codecs: string
  tracks: (Named & { uri: string; bandwidth: Bandwidth; channels: number })[]
}

/** Characteristics of RFC 8216 and AVFoundation, by which these players recognise a kind. */
const CHARACTERISTICS: Partial<Record<TrackKind, string>> = {
  description: 'public.accessibility.describes-video',
  commentary: 'public.auxiliary-content',
  sdh: 'public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound',
}

export function kindFromCharacteristics(characteristics: string): TrackKind | undefined {
  const kinds = Object.keys(CHARACTERISTICS) as TrackKind[]
  return kinds.find(kind => CHARACTERISTICS[kind] === characteristics)
}

const characteristicsOf = (kind: TrackKind | undefined) =>
  kind && CHARACTERISTICS[kind] ? `CHARACTERISTICS="${CHARACTERISTICS[kind]}",` : ''

/** Returns the segments in a playlist of ffmpeg, with the sizes of their files. */
export function readSegments(folder: string): (Segment & { file: string })[] {
  const text = readFileSync(`${folder}/index.m3u8`, 'utf8')
  return [...text.matchAll(/#EXTINF:([\d.]+),[^\n]*\n([^#\n]+)/g)].map(([, seconds, name]) => {
    const file = `${folder}/${name}`
    return { seconds: Number(seconds), bytes: statSync(file).size, file }
  })
}

/**
 * Measures bandwidths as in RFC 8216 (4.1): the peak is the highest rate of adjacent segments that together last half
 * to one and a half times the target duration, so that a very short last segment does not count alone.
 */
export function measureBandwidth(segments: Segment[]): Bandwidth {
  const target = Math.max(...segments.map(({ seconds }) => Math.round(seconds)))
  const average = rateOf(segments)
  let peak = average
  for (let from = 0; from < segments.length; from++) {
    let seconds = 0
    for (let to = from; to < segments.length; to++) {
      seconds += segments[to]?.seconds ?? 0
      if (seconds > target * 1.5) break
      if (seconds >= target * 0.5) peak = Math.max(peak, rateOf(segments.slice(from, to + 1)))
    }
  }
  return { peak, average }
}

function rateOf(segments: Segment[]): number {
  const bits = segments.reduce((sum, { bytes }) => sum + bytes * 8, 0)
  return Math.ceil(bits / segments.reduce((sum, { seconds }) => sum + seconds, 0))
}

export const SUBTITLE_GROUP = 'SUBTITLES="sub"'

export function captionMedia({ language, kind, title, uri }: Named & { uri: string }): string {
  const forced = kind === 'forced' ? 'YES' : 'NO'
  return `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="${quoted(title)}",LANGUAGE="${language}",DEFAULT=NO,AUTOSELECT=YES,FORCED=${forced},${characteristicsOf(kind)}URI="${uri}"`
}

/** A commentary is only selected by a viewer; descriptions are selected by devices whose settings request them. */
function audioMedia(
  group: string,
  { language, kind, title, uri, channels }: AudioGroup['tracks'][number],
  isDefault: boolean,
): string {
  const [first, automatic] = [isDefault, kind !== 'commentary'].map(is => (is ? 'YES' : 'NO'))
  return `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${group}",NAME="${quoted(title)}",LANGUAGE="${language}",DEFAULT=${first},AUTOSELECT=${automatic},CHANNELS="${channels}",${characteristicsOf(kind)}URI="${uri}"`
}

/**
 * Returns the multivariant playlist. Every rendition is listed with every audio group, starting with the first group.
 */
export function masterPlaylist({ renditions, groups, captions }: Master): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']
  for (const { id, tracks } of groups)
    lines.push(...tracks.map((track, index) => audioMedia(id, track, index === 0)))
  lines.push(...captions.map(captionMedia))
  const ranges = new Set(renditions.map(rangeOf))
  const said = (rendition: Rendition) =>
    ranges.size > 1 ? [`VIDEO-RANGE=${rangeOf(rendition)}`] : []
  for (const group of groups.length > 0 ? groups : [null])
    for (const rendition of renditions) {
      const more = [...said(rendition), ...(captions.length > 0 ? [SUBTITLE_GROUP] : [])]
      lines.push(streamInf(rendition, group, more), rendition.uri)
    }
  for (const rendition of renditions)
    if (rendition.iFrames)
      lines.push(iFrameStreamInf(rendition, rendition.iFrames, said(rendition)))
  return `${lines.join('\n')}\n`
}

function streamInf(
  { bandwidth, width, height, frameRate, codecs }: Rendition,
  group: AudioGroup | null,
  more: readonly string[],
): string {
  const heaviest = group?.tracks.map(it => it.bandwidth).sort((a, b) => b.peak - a.peak)[0]
  return `#EXT-X-STREAM-INF:${[
    `BANDWIDTH=${bandwidth.peak + (heaviest?.peak ?? 0)}`,
    `AVERAGE-BANDWIDTH=${bandwidth.average + (heaviest?.average ?? 0)}`,
    `RESOLUTION=${width}x${height}`,
    `CODECS="${[codecs, ...(group ? [group.codecs] : [])].join(',')}"`,
    `FRAME-RATE=${frameRate.toFixed(3)}`,
    ...(group ? [`AUDIO="${group.id}"`] : []),
    ...more,
    'CLOSED-CAPTIONS=NONE',
  ].join(',')}`
}

function iFrameStreamInf(
  { width, height, codecs }: Rendition,
  { uri, bandwidth }: NonNullable<Rendition['iFrames']>,
  more: readonly string[],
): string {
  return `#EXT-X-I-FRAME-STREAM-INF:${[
    `BANDWIDTH=${bandwidth.peak}`,
    `AVERAGE-BANDWIDTH=${bandwidth.average}`,
    `RESOLUTION=${width}x${height}`,
    `CODECS="${codecs}"`,
    ...more,
    `URI="${uri}"`,
  ].join(',')}`
}

const rangeOf = ({ range }: Rendition): VideoRange => range ?? 'SDR'

/** Playlist attributes have no escapes, so characters that would end one are removed. */
function quoted(text: string) {
  return text.replace(/["\r\n]/g, '')
}

export function captionPlaylist(file: string, seconds: number): string {
  return (
    `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${Math.ceil(seconds)}\n` +
    `#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:${seconds.toFixed(3)},\n${file}\n#EXT-X-ENDLIST\n`
  )
}

/** Returns `avc1.PPCCLL` for the avcC box of an init segment, or `hvc1.…` for an hvcC box. */
export function parseCodec(init: Buffer): string {
  const hevc = init.indexOf('hvcC')
  if (hevc >= 0) return hevcCodec(init.subarray(hevc + 4))
  const at = init.indexOf('avcC')
  if (at < 0) throw new Error('the init segment contains neither H.264 nor HEVC')
  return `avc1.${init.subarray(at + 5, at + 8).toString('hex')}`
}

export interface Sheet {
  /** Seconds between two pictures. */
  every: number
  columns: number
  rows: number
  width: number
  height: number
  /** Name of the nth sheet, from 0. */
  name: (index: number) => string
}

/** Returns WebVTT that maps times to parts of sheets. */
export function storyboardFile(seconds: number, sheet: Sheet): string {
  const { every, columns, rows, width, height } = sheet
  const count = Math.max(1, Math.ceil(seconds / every))
  const cues = Array.from({ length: count }, (_, index) => {
    const on = index % (columns * rows)
    const area = [(on % columns) * width, Math.floor(on / columns) * height, width, height]
    const name = sheet.name(Math.floor(index / (columns * rows)))
    return `${webVttTime(index * every)} --> ${webVttTime((index + 1) * every)}\n${name}#xywh=${area.join(',')}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** Formats as HH:MM:SS.mmm. */
export function webVttTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1_000)
  const [whole, rest] = [Math.floor(milliseconds / 1_000), milliseconds % 1_000]
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60].map(two)
  return `${clock.join(':')}.${String(rest).padStart(3, '0')}`
}
