/** Which file a video is, without reading all of it. */
import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { visibleLine } from '#src/lib/text/visible.ts'
import { IngestError } from './ingest-error.ts'

const SAMPLE_BYTES = 1024 * 1024
const LENGTH = 12

/** Of size, first and last megabyte: a film of many gigabytes is not read twice. @throws IngestError */
export async function fingerprint(video: string): Promise<string> {
  const found = await stat(video).catch(() => null)
  if (!found?.isFile()) throw new IngestError(`There is no file ${visibleLine(video)}`)
  const hash = createHash('sha256').update(String(found.size))
  const file = await open(video)
  try {
    for (const at of [0, Math.max(0, found.size - SAMPLE_BYTES)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, at)
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex').slice(0, LENGTH)
}

/** Without options it is that of the file. */
export function withOptions(file: string, options: object): string {
  if (Object.keys(options).length === 0) return file
  const hash = createHash('sha256').update(file).update(JSON.stringify(options))
  return hash.digest('hex').slice(0, LENGTH)
}

/** Differs for a file that was written to since, too. @throws IngestError */
export async function version(video: string): Promise<string> {
  const sample = await fingerprint(video)
  return `${sample}-${(await stat(video)).mtimeMs}`
}
