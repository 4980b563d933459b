/** Captions as text, whatever encoding their file has. */
import { analyse } from 'chardet'

export interface CaptionText {
  text: string
  /** As the Encoding standard names it: `utf-8`, `windows-1256`. */
  encoding: string
}

const UTF_8 = 'utf-8'
/** A byte order mark, which decides. */
const MARKS: [string, number[]][] = [
  [UTF_8, [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
const ARABIC_ENCODING = 'windows-1256'
/** Languages in Arabic letters. Of their encodings with one byte a letter, this one alone has those of Persian. */
const IN_ARABIC_LETTERS = new Set(['fa', 'ar', 'ur', 'ckb', 'ps', 'ug'])

/** A file that is valid UTF-8 is taken for it, and else what is likely for its letters. */
export function readCaption(bytes: Uint8Array, language: string): CaptionText {
  const encoding = encodingOf(bytes, language)
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

function encodingOf(bytes: Uint8Array, language: string): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return marked[0]
  const wide = wideEncoding(bytes)
  if (wide) return wide
  if (isUtf8(bytes)) return UTF_8
  if (IN_ARABIC_LETTERS.has(language)) return ARABIC_ENCODING
  const likely = analyse(bytes).map(({ name }) => name.toLowerCase())
  return likely.find(name => name !== UTF_8 && isKnown(name)) ?? 'windows-1252'
}

/** UTF-16 without a mark: the digits and signs of times have a zero in every other byte. */
function wideEncoding(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 2_000)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < sample.length / 8) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder(UTF_8, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function isKnown(encoding: string): boolean {
  try {
    new TextDecoder(encoding)
    return true
  } catch {
    return false
  }
}
