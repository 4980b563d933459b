/** Boxes of an MP4 file (ISO/IEC 14496-12), as far as CMAF segments need them. */

export interface Box {
  type: string
  /** Offset in bytes from the start of the file. */
  start: number
  end: number
  /** Content without the header. */
  body: Buffer
}

const HEADER = 8
const LARGE_HEADER = 16

/** Returns adjacent boxes. A truncated box ends the list. */
export function parseBoxes(bytes: Buffer, from = 0): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + HEADER <= bytes.length; ) {
    const said = bytes.readUInt32BE(at)
    const isLarge = said === 1 && at + LARGE_HEADER <= bytes.length
    const size = isLarge
      ? Number(bytes.readBigUInt64BE(at + HEADER))
      : said === 0
        ? bytes.length - at
        : said
    const header = isLarge ? LARGE_HEADER : HEADER
    if (size < header || at + size > bytes.length) break
    const type = bytes.toString('latin1', at + 4, at + HEADER)
    const [start, end] = [from + at, from + at + size]
    boxes.push({ type, start, end, body: bytes.subarray(at + header, at + size) })
    at += size
  }
  return boxes
}

/** Returns the first box at the path of types: `moov`, `trak`. */
export function findBox(bytes: Buffer, ...path: string[]): Buffer | null {
  let body = bytes
  for (const type of path) {
    const box = parseBoxes(body).find(it => it.type === type)
    if (!box) return null
    body = box.body
  }
  return body
}

/** Returns the ticks per second of the only track in an initialisation segment. */
export function parseTimescale(init: Buffer): number {
  const header = findBox(init, 'moov', 'trak', 'mdia', 'mdhd')
  if (!header) throw new Error('the init segment contains no track')
  return header.readUInt32BE(header[0] === 1 ? 20 : 12)
}

/** First sample of a fragment, from the body of its `moof`. */
export interface Sample {
  /** Time in ticks. */
  time: number
  bytes: number
  /** Offset in bytes from the start of the fragment to its data. */
  offset: number
  /** True if it can be decoded without other samples. */
  isSync: boolean
  /** Ticks between decoding and display. */
  delay: number
}

const TFHD = { baseOffset: 1, description: 2, duration: 8, size: 0x10, flags: 0x20 }
const TRUN = { offset: 1, firstFlags: 4, duration: 0x100, size: 0x200, flags: 0x400, delay: 0x800 }
const NOT_SYNC = 0x10000

export function firstSample(moof: Buffer): Sample | null {
  const [tfhd, tfdt, trun] = ['tfhd', 'tfdt', 'trun'].map(type => findBox(moof, 'traf', type))
  if (!tfhd || !tfdt || !trun || trun.readUInt32BE(4) === 0) return null
  const defaults = fieldsOf(tfhd, 8, [
    [TFHD.baseOffset, 8, 'baseOffset'],
    [TFHD.description, 4, 'description'],
    [TFHD.duration, 4, 'duration'],
    [TFHD.size, 4, 'size'],
    [TFHD.flags, 4, 'flags'],
  ])
  const own = fieldsOf(trun, 8, [
    [TRUN.offset, 4, 'offset'],
    [TRUN.firstFlags, 4, 'firstFlags'],
    [TRUN.duration, 4, 'duration'],
    [TRUN.size, 4, 'size'],
    [TRUN.flags, 4, 'flags'],
    [TRUN.delay, 4, 'delay'],
  ])
  const flags = own.firstFlags ?? own.flags ?? defaults.flags ?? NOT_SYNC
  return {
    time: tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4),
    bytes: own.size ?? defaults.size ?? 0,
    offset: own.offset ?? 0,
    isSync: (flags & NOT_SYNC) === 0,
    delay: (own.delay ?? 0) | 0,
  }
}

/** Returns the fields of a box that its flags announce, in order. */
function fieldsOf(box: Buffer, from: number, fields: [flag: number, size: number, name: string][]) {
  const flags = box.readUInt32BE(0) & 0xffffff
  const found: Record<string, number> = {}
  let at = from
  for (const [flag, size, name] of fields) {
    if (!(flags & flag)) continue
    found[name] = size === 8 ? Number(box.readBigUInt64BE(at)) : box.readUInt32BE(at)
    at += size
  }
  return found
}
