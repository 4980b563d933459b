/** Writes the boxes of fragmented MP4 files (ISO/IEC 14496-12, 14496-15). */

type Part = Buffer | Uint8Array | number[] | string

export function box(type: string, ...parts: (Part | Part[])[]): Buffer {
  const body = Buffer.concat(parts.flat(1).map(toBuffer))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

function toBuffer(part: Part | number): Buffer {
  if (typeof part === 'number') return Buffer.from([part])
  return typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part as Uint8Array)
}

export function full(
  type: string,
  version: number,
  flags: number,
  ...parts: (Part | Part[])[]
): Buffer {
  return box(type, u32((version << 24) | flags), ...parts)
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, at * 2)
  return bytes
}

export function u32(...values: number[]): Buffer {
  return u32List(values)
}

export function u32List(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4)
  return bytes
}

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** "und" as ISO 639-2/T. */
const LANGUAGE = 0x55c4

export interface Track {
  kind: 'video' | 'audio'
  timescale: number
  width: number
  height: number
  /** The entry of `stsd`. */
  entry: Buffer
  /** Sample tables; those of a fragmented file are empty. */
  tables?: Buffer[]
  /** Duration in ticks; 0 in a fragmented file. */
  duration?: number
}

const EMPTY_TABLES = () => [
  full('stts', 0, 0, u32(0)),
  full('stsc', 0, 0, u32(0)),
  full('stsz', 0, 0, u32(0, 0)),
  full('stco', 0, 0, u32(0)),
]

export function movie(track: Track, isFragmented: boolean): Buffer {
  const { kind, timescale, width, height, entry, tables = EMPTY_TABLES(), duration = 0 } = track
  const handler = kind === 'video' ? 'vide' : 'soun'
  const media =
    kind === 'video' ? full('vmhd', 0, 1, u16(0, 0, 0, 0)) : full('smhd', 0, 0, u16(0, 0))
  const table = box('stbl', full('stsd', 0, 0, u32(1), entry), ...tables)
  const references = box('dinf', full('dref', 0, 0, u32(1), full('url ', 0, 1)))
  return box(
    'moov',
    full(
      'mvhd',
      0,
      0,
      u32(0, 0, timescale, duration, 0x10000),
      u16(0x100, 0),
      u32(0, 0),
      MATRIX,
      u32(0, 0, 0, 0, 0, 0, 2),
    ),
    box(
      'trak',
      full(
        'tkhd',
        0,
        3,
        u32(0, 0, 1, 0, duration, 0, 0),
        u16(0, 0, kind === 'audio' ? 0x100 : 0, 0),
        MATRIX,
        u32(width << 16, height << 16),
      ),
      box(
        'mdia',
        full('mdhd', 0, 0, u32(0, 0, timescale, duration), u16(LANGUAGE, 0)),
        full('hdlr', 0, 0, u32(0), handler, u32(0, 0, 0), [0]),
        box('minf', media, references, table),
      ),
    ),
    isFragmented ? box('mvex', full('trex', 0, 0, u32(1, 1, 0, 0, 0))) : [],
  )
}

export const initSegment = (track: Track) =>
  Buffer.concat([box('ftyp', 'iso6', u32(1), 'iso6', 'cmfc', 'mp41'), movie(track, true)])

export interface Sample {
  bytes: Uint8Array
  isSync: boolean
}

const SYNC = 0x02000000
const NOT_SYNC = 0x01010000

/** @param time decoding time of the first sample in ticks */
export function fragment(
  number: number,
  time: number,
  ticks: number,
  samples: readonly Sample[],
): Buffer {
  const rows = samples.map(({ bytes, isSync }) => u32(bytes.length, isSync ? SYNC : NOT_SYNC))
  const decodeTime = Buffer.alloc(8)
  decodeTime.writeBigUInt64BE(BigInt(time))
  const moof = (offset: number) =>
    box(
      'moof',
      full('mfhd', 0, 0, u32(number)),
      box(
        'traf',
        full('tfhd', 0, 0x20008, u32(1, ticks)),
        full('tfdt', 1, 0, decodeTime),
        full('trun', 0, 0x601, u32(samples.length, offset), ...rows),
      ),
    )
  const size = moof(0).length
  return Buffer.concat([moof(size + 8), box('mdat', ...samples.map(({ bytes }) => bytes))])
}

export function videoEntry(width: number, height: number, avcC: Uint8Array): Buffer {
  const resolution = u32(0x480000, 0x480000)
  return box(
    'avc1',
    [0, 0, 0, 0, 0, 0],
    u16(1, 0, 0, 0, 0, 0, 0, 0, 0, width, height),
    resolution.subarray(0, 8),
    u32(0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    box('avcC', avcC),
    box('colr', 'nclx', u16(1, 1, 1), [0]),
  )
}

export function audioEntry(rate: number, config: readonly number[]): Buffer {
  const specific = Buffer.from([5, config.length, ...config])
  const decoder = Buffer.from([
    4,
    13 + specific.length,
    0x40,
    0x15,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...specific,
  ])
  const descriptor = Buffer.from([3, 3 + decoder.length + 3, 0, 1, 0, ...decoder, 6, 1, 2])
  return box(
    'mp4a',
    [0, 0, 0, 0, 0, 0],
    u16(1),
    u32(0, 0),
    u16(1, 16, 0, 0),
    u32(rate << 16),
    full('esds', 0, 0, descriptor),
  )
}
