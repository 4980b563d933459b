/** Identifies a video file without reading all of it. */
import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { escapeLine } from '#src/lib/text/visible.ts'
import { IngestError } from './ingest-error.ts'

const SAMPLE_BYTES = 1024 * 1024
const LENGTH = 12

/**
 * Hashes the size and the first and last megabyte, so that a film of many gigabytes is not read twice.
 * @throws IngestError
 */
export async function fingerprintFile(video: string): Promise<string> {
  const found = await stat(video).catch(() => null)
  if (!found?.isFile()) throw new IngestError(`There is no file ${escapeLine(video)}`)
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

/** Adds options to a fingerprint; without options it is unchanged. */
export function fingerprintWithOptions(file: string, options: object): string {
  if (Object.keys(options).length === 0) return file
  const hash = createHash('sha256').update(file).update(JSON.stringify(options))
  return hash.digest('hex').slice(0, LENGTH)
}

/** Returns a version that also changes when the file is written to. @throws IngestError */
export async function fileVersion(video: string): Promise<string> {
  const sample = await fingerprintFile(video)
  return `${sample}-${(await stat(video)).mtimeMs}`
}
