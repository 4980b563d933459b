/** Damaged copies of a file, as cables, editors and attackers make them. */
import type { Random } from './random.ts'

const PIECES = [
  '\u0000',
  '\u001b[2J',
  '\ufeff',
  '\u202e',
  '"',
  "'",
  '<',
  '>',
  '&#x0;',
  '</',
  ']]>',
  '{{',
  '}}',
  '[[[[[[[[',
  '{"a":',
  ':::',
  '---\n',
  '&a *a',
  '\t',
  '\r',
  '\n\n',
  ',;,;',
  '٪۱۲',
  '-1e999',
].map(piece => Buffer.from(piece))

/** Returns a copy of the bytes with one to five places changed, cut, doubled or filled with other signs. */
export function damagedCopy(bytes: Buffer, { whole, chance, pick }: Random): Buffer {
  let copy = bytes
  for (let changes = 1 + whole(5); changes > 0; changes--) {
    const at = whole(copy.length + 1)
    const end = Math.min(copy.length, at + whole(40))
    const piece = pick(PIECES)
    const insert = pick([
      piece,
      Buffer.of(whole(256)),
      copy.subarray(at, end),
      Buffer.concat(Array.from({ length: 1 + whole(200) }, () => piece)),
      Buffer.alloc(0),
    ])
    copy = Buffer.concat([copy.subarray(0, at), insert, copy.subarray(chance(0.5) ? at : end)])
  }
  return copy
}
