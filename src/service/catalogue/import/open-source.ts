/** Opens a file of an import in whatever encoding. */
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { detectEncoding } from '../../platform/text/decode-text.ts'

/** Number of bytes by which the encoding is detected; most files are smaller. */
const SAMPLE_BYTES = 8 * 1024 * 1024
const LINE_FEED = 0x0a

export type OpenedSource = {
  /** Name from the Encoding standard, such as `windows-1256`. */
  encoding: string
  /** The whole text as UTF-8. Bytes that are not UTF-8 in a file of that encoding are kept as they are. */
  chunks: AsyncGenerator<Buffer>
}

export async function openSource(source: AsyncIterable<Buffer>): Promise<OpenedSource> {
  const rest = source[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let isWhole = false
  for (let length = 0; length < SAMPLE_BYTES; ) {
    const { value, done } = await rest.next()
    if (done) {
      isWhole = true
      break
    }
    first.push(Buffer.from(value))
    length += value.length
  }
  const encoding = detectEncoding(sampleOf(first, isWhole), { language: DEFAULT_LANGUAGE })
  return { encoding, chunks: asUtf8(chunksOf(first, rest), encoding) }
}

/** Ends at a line break, because a cut letter would look like another encoding. */
function sampleOf(chunks: Buffer[], isWhole: boolean): Buffer {
  const bytes = Buffer.concat(chunks)
  return isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1 || bytes.length)
}

async function* chunksOf(first: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return
    yield value
  }
}

async function* asUtf8(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') return yield* chunks
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}
