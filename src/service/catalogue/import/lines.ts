import { StringDecoder } from 'node:string_decoder'

/** No title needs more; a file without line breaks must not fill the memory. */
const LINE_BYTES_MAX = 4 * 1024 * 1024
const BREAK = 0x0a

export type Line = {
  /** Line number, from 1. */
  number: number
  /** Null if the line is too long. */
  text: string | null
  /** Bytes of the file that have been read. */
  bytes: number
}

/** Yields the lines of a stream one at a time; the next one is read when the consumer asks for it. */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let number = 1
  let bytes = 0
  let buffered: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(BREAK, start)
      const piece = chunk.subarray(start, end === -1 ? chunk.length : end)
      length += piece.length
      if (length <= LINE_BYTES_MAX) buffered.push(Buffer.from(piece))
      else buffered = []
      if (end === -1) break
      start = end + 1
      yield { number, text: textOf(buffered, length, number), bytes: bytes + start }
      number++
      buffered = []
      length = 0
    }
    bytes += chunk.length
  }
  if (length > 0) yield { number, text: textOf(buffered, length, number), bytes }
}

function textOf(pieces: Buffer[], length: number, number: number): string | null {
  if (length > LINE_BYTES_MAX) return null
  const text = new StringDecoder('utf8').end(Buffer.concat(pieces))
  return (number === 1 ? text.replace(/^\ufeff/, '') : text).trim()
}
