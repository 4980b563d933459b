/** Decodes text files of operators, whatever program wrote them. */
import { analyse } from 'chardet'

export interface DecodedText {
  /** Without a byte-order mark at the beginning. */
  text: string
  /** Name from the Encoding standard: `utf-8`, `windows-1256`. */
  encoding: string
  /** Number of places with bytes that are not text; each of them is U+FFFD in the text. */
  badSequences: number
  /** Numbers of the lines with such places, from 1, each once. */
  badLines: number[]
}

export interface TextHint {
  /** Language of most of the text, if it is known: `fa`. */
  language?: string | undefined
}

type Mark = { encoding: string; bytes: number[] }
const UTF_8 = 'utf-8'
const MARKS: Mark[] = [
  { encoding: UTF_8, bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]
const ARABIC_ENCODING = 'windows-1256'
const LAST_RESORT = 'windows-1252'
/** Languages written in Arabic letters. windows-1256 is the only single-byte encoding that has the Persian letters. */
const IN_ARABIC_LETTERS = new Set(['fa', 'ar', 'ckb', 'ku', 'ur', 'ps', 'ug', 'sd', 'pa-PK', 'azb'])
/** Number of bytes that the detection reads. */
const SAMPLE = 100_000

/**
 * Decodes a file: UTF-16, UTF-8 even if a few bytes of it are damaged, Windows-1256 for languages in Arabic letters,
 * otherwise the most likely encoding. Never fails; `badSequences` and `badLines` name what is not text.
 */
export function decodeText(bytes: Uint8Array, hint: TextHint = {}): DecodedText {
  const encoding = detectEncoding(bytes, hint)
  // The mark of another encoding would become letters.
  const mark = encoding.startsWith('utf-16') ? undefined : markOf(bytes)
  const body = bytes.subarray(mark?.bytes.length ?? 0)
  const text = new TextDecoder(encoding).decode(body)
  const bad = encoding === UTF_8 ? scanUtf8(body) : replacementsIn(text)
  return { text, encoding, badSequences: bad.count, badLines: [...bad.lines] }
}

/** Detects the encoding of a file, or of its first part. */
export function detectEncoding(bytes: Uint8Array, { language }: TextHint = {}): string {
  const mark = markOf(bytes)
  if (mark && mark.encoding !== UTF_8) return mark.encoding
  const wide = wideEncoding(bytes)
  if (wide) return wide
  const { count, letters } = scanUtf8(bytes)
  // In text of another encoding, few bytes look like UTF-8 by chance; in damaged UTF-8 most of them do.
  if (count === 0 || letters > count) return UTF_8
  if (language && IN_ARABIC_LETTERS.has(language)) return ARABIC_ENCODING
  const first = bytes.findIndex(byte => byte > 0x7f)
  const from = Math.max(0, first - SAMPLE / 2)
  const likely = analyse(bytes.subarray(from, from + SAMPLE)).map(({ name }) => name.toLowerCase())
  return likely.find(name => !name.startsWith('utf-') && isKnown(name)) ?? LAST_RESORT
}

function markOf(bytes: Uint8Array): Mark | undefined {
  return MARKS.find(mark => mark.bytes.every((byte, at) => bytes[at] === byte))
}

/** Detects UTF-16 without a mark: every other byte is the number of a block, 00 for Latin and 06 for Arabic letters. */
function wideEncoding(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 2_000)
  const blocks = [0, 0]
  for (const [at, byte] of sample.entries())
    if (byte === 0 || byte === 6) blocks[at % 2] = (blocks[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = blocks
  const [most, least] = [Math.max(even, odd), Math.min(even, odd)]
  if (most === 0 || most < sample.length / 8 || most < least * 3) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

interface Utf8Scan {
  /** Number of bad sequences. */
  count: number
  lines: Set<number>
  /** Number of valid sequences of more than one byte. */
  letters: number
}

/** Finds what a decoder would replace. A letter that the end of the file cuts off is also bad. */
function scanUtf8(bytes: Uint8Array): Utf8Scan {
  const scan: Utf8Scan = { count: 0, lines: new Set(), letters: 0 }
  let line = 1
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number
    if (byte < 0x80) {
      if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) line += 1
      at += 1
      continue
    }
    const { length, isWhole } = sequenceAt(bytes, at)
    if (isWhole) scan.letters += 1
    else {
      scan.count += 1
      scan.lines.add(line)
    }
    at += length
  }
  return scan
}

const LF = 0x0a
const CR = 0x0d

/** Returns the sequence that begins with a byte above 0x7f; a bad one has the length that a decoder replaces at once. */
function sequenceAt(bytes: Uint8Array, at: number): { length: number; isWhole: boolean } {
  const lead = bytes[at] as number
  const wanted = lead < 0xc2 || lead > 0xf4 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  let length = 1
  while (length < wanted && follows(lead, length, bytes[at + length])) length += 1
  return { length, isWhole: wanted > 1 && length === wanted }
}

/** The second byte is limited further: no overlong forms, no surrogates, nothing above U+10FFFF. */
function follows(lead: number, place: number, byte: number | undefined): boolean {
  if (byte === undefined) return false
  const [low, high] = (place === 1 && SECOND_BYTES[lead]) || [0x80, 0xbf]
  return byte >= low && byte <= high
}

const SECOND_BYTES: Record<number, [low: number, high: number]> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
}

function replacementsIn(text: string): Pick<Utf8Scan, 'count' | 'lines'> {
  let count = 0
  const lines = new Set<number>()
  if (!text.includes('\ufffd')) return { count, lines }
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const inLine = line.split('\ufffd').length - 1
    count += inLine
    if (inLine > 0) lines.add(at + 1)
  }
  return { count, lines }
}

function isKnown(encoding: string): boolean {
  try {
    new TextDecoder(encoding)
    return true
  } catch {
    return false
  }
}
