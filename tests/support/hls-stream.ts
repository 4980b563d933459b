/** The playlists of a stream as the rules of HLS see them, read independently of the code that writes them. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import {
  findBox,
  firstSample,
  parseBoxes,
  parseTimescale,
} from '#src/service/watching/ingest/boxes.ts'

type Attributes = Record<string, string>
export type Segment = {
  seconds: number
  /** Path relative to the folder of the stream. */
  file: string
  offset: number
  bytes: Buffer
}
export type Media = {
  path: string
  text: string
  target: number
  segments: Segment[]
  init: Buffer | null
}
export type Tag = { attributes: Attributes; media: Media | null }
export type HlsStream = {
  master: string
  media: Tag[]
  variants: Tag[]
  iFrames: Tag[]
}
/** Files by their path relative to the folder of the stream. */
export type Files = Map<string, Buffer>

export function filesOf(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter(it => it.isFile()).map(it => join(it.parentPath, it.name))
  return new Map(paths.map(path => [path.slice(folder.length + 1), readFileSync(path)]))
}

export function parseStream(files: Files): HlsStream {
  const master = textOf(files, 'master.m3u8')
  const lines = master.split('\n')
  const tags = (name: string) =>
    lines.flatMap((line, at) =>
      line.startsWith(`#${name}:`) ? [{ line, next: lines[at + 1] }] : [],
    )
  const read = (line: string, uri?: string): Tag => {
    const attributes = attributesOf(line)
    const path = uri ?? attributes.URI
    return { attributes, media: path ? parseMedia(files, path) : null }
  }
  return {
    master,
    media: tags('EXT-X-MEDIA').map(({ line }) => read(line)),
    variants: tags('EXT-X-STREAM-INF').map(({ line, next }) => read(line, next)),
    iFrames: tags('EXT-X-I-FRAME-STREAM-INF').map(({ line }) => read(line)),
  }
}

function parseMedia(files: Files, path: string): Media {
  const text = textOf(files, path)
  const near = (name: string) => posix.join(dirname(path), name)
  const found = text.matchAll(
    /#EXTINF:([\d.]+),[^\n]*\n(?:#EXT-X-BYTERANGE:(\d+)@(\d+)\n)?([^#\n]+)/g,
  )
  const segments = [...found].map(([, seconds, length, start, name]) => {
    const file = near(`${name}`)
    const all = files.get(file) ?? Buffer.alloc(0)
    const offset = Number(start ?? 0)
    const bytes = length ? all.subarray(offset, offset + Number(length)) : all
    return { seconds: Number(seconds), file, offset, bytes }
  })
  const map = /#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1]
  const target = Number(/#EXT-X-TARGETDURATION:(\d+)$/m.exec(text)?.[1])
  return { path, text, target, segments, init: map ? (files.get(near(map)) ?? null) : null }
}

function textOf(files: Files, path: string): string {
  const bytes = files.get(path)
  if (!bytes) throw new Error(`The stream has no ${path}`)
  return bytes.toString()
}

function attributesOf(line: string): Attributes {
  const pairs = line.slice(line.indexOf(':') + 1).matchAll(/([A-Z0-9-]+)=("[^"]*"|[^,]*)/g)
  return Object.fromEntries(
    [...pairs].map(([, name, value]) => [name ?? '', (value ?? '').replace(/^"|"$/g, '')]),
  )
}

export const secondsOf = ({ segments }: Media) =>
  segments.reduce((sum, { seconds }) => sum + seconds, 0)

/** Returns peak and average in bits per second, as RFC 8216 (4.1) defines them. */
export function measured({ segments, target }: Media): { peak: number; average: number } {
  const bits = (from: number, to: number) =>
    segments.slice(from, to).reduce((sum, { bytes }) => sum + bytes.length * 8, 0)
  const seconds = (from: number, to: number) =>
    segments.slice(from, to).reduce((sum, it) => sum + it.seconds, 0)
  const all = segments.length
  const average = bits(0, all) / seconds(0, all)
  const rates = [average]
  for (let from = 0; from < all; from++)
    for (let to = from + 1; to <= all; to++) {
      const lasts = seconds(from, to)
      if (lasts >= target / 2 && lasts <= target * 1.5) rates.push(bits(from, to) / lasts)
    }
  return { peak: Math.max(...rates), average }
}

/** Reads the first sample of each fragment. */
export function fragmentsOf({ bytes }: Segment, init: Buffer) {
  const timescale = parseTimescale(init)
  return parseBoxes(bytes).flatMap(({ type, body }) => {
    const sample = type === 'moof' ? firstSample(body) : null
    const run = sample && findBox(body, 'traf', 'trun')
    if (!sample || !run) return []
    return [{ ...sample, at: (sample.time + sample.delay) / timescale, count: run.readUInt32BE(4) }]
  })
}

/** Channels of a dac3 box by its `acmod`, without the low-frequency channel. */
const AC3_CHANNELS = [2, 1, 2, 3, 3, 4, 4, 5]

/** Reads the sound of an init segment; null for pictures. */
export function soundsIn(init: Buffer): { codec: string; channels: number } | null {
  const { type, body } = sampleEntry(init) ?? {}
  if (type === 'mp4a' && body) return { codec: 'mp4a.40.2', channels: body.readUInt16BE(16) }
  const dac3 = type === 'ac-3' && body?.subarray(28) && findBox(body.subarray(28), 'dac3')
  if (!dac3) return null
  const bits = dac3.readUIntBE(0, 3)
  return { codec: 'ac-3', channels: (AC3_CHANNELS[(bits >> 11) & 7] ?? 0) + ((bits >> 10) & 1) }
}

function sampleEntry(init: Buffer) {
  const entries = findBox(init, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd')
  return entries ? parseBoxes(entries.subarray(8))[0] : undefined
}

/** Reads the pictures of an init segment: `avc1.4d401f`, size and range of brightness; null for sound. */
export function picturesIn(init: Buffer) {
  const { type, body } = sampleEntry(init) ?? {}
  if (!body || (type !== 'avc1' && type !== 'hvc1')) return null
  const inside = body.subarray(78)
  const colours = findBox(inside, 'colr')
  return {
    codec: type === 'avc1' ? avcCodec(findBox(inside, 'avcC')) : hevcCodec(findBox(inside, 'hvcC')),
    size: `${body.readUInt16BE(24)}x${body.readUInt16BE(26)}`,
    range: (colours && RANGES[colours.readUInt16BE(6)]) ?? 'SDR',
  }
}

/** Ranges of brightness by the transfer characteristics of ISO/IEC 23091-2. */
const RANGES: Record<number, string> = { 16: 'PQ', 18: 'HLG' }

function avcCodec(box: Buffer | null): string {
  return `avc1.${box?.subarray(1, 4).toString('hex')}`
}

/** Returns the codec for the profiles and the tier that x265 uses here: Main and Main 10, with constraints in the first byte only. */
function hevcCodec(box: Buffer | null): string {
  const hex = box?.toString('hex') ?? ''
  const profiles: Record<string, string> = { '0160000000': '1.6', '0220000000': '2.4' }
  const [profile, constraints] = [profiles[hex.slice(2, 12)], hex.slice(12, 24)]
  if (!/^..0{10}$/.test(constraints)) return `hvc1 with constraints ${constraints}`
  return `hvc1.${profile}.L${box?.[12]}.${constraints.slice(0, 2)}`
}
