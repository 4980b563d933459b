/** SHA-256 of the files of a backup, as `sha256sum -c SHA256SUMS` reads it too. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupError } from './backup-error.ts'
import { CHECKSUMS } from './manifest.ts'

/** By path inside the backup. */
export type Checksums = Map<string, string>

const LINE = /^([0-9a-f]{64}) {2}(\S.*)$/

/** Passes bytes on, and knows their number and hash once they are through. */
export function hashing(): Transform & { sum: () => string; bytes: () => number } {
  const hash = createHash('sha256')
  let bytes = 0
  const passing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return Object.assign(passing, { sum: () => hash.digest('hex'), bytes: () => bytes })
}

export function checksumLines(sums: Checksums): string {
  return [...sums].map(([path, sum]) => `${sum}  ${path}\n`).join('')
}

/** @throws BackupError where it is missing or is none */
export async function readChecksums(folder: string): Promise<Checksums> {
  const text = await readFile(join(folder, CHECKSUMS), 'utf8').catch(() => null)
  if (text === null) {
    throw new BackupError(
      `${folder} is no complete backup: it has no ${CHECKSUMS}. A backup that was interrupted has the ending .partial.`,
    )
  }
  const lines = text.split('\n').filter(Boolean)
  const entries = lines.map(line => LINE.exec(line))
  const sums: Checksums = new Map()
  for (const entry of entries) {
    const [, sum = '', path = ''] = entry ?? []
    if (!path || normalize(path) !== path || path.startsWith('..') || path.startsWith(sep))
      throw new BackupError(`${CHECKSUMS} of ${folder} is damaged. Take another backup.`)
    sums.set(path, sum)
  }
  return sums
}

/** @throws BackupError that names the files that are missing or differ */
export async function verifyChecksums(
  folder: string,
  sums: Checksums,
  onShare: (share: number) => void,
): Promise<void> {
  const sizes = new Map<string, number>()
  for (const path of sums.keys()) {
    const found = await stat(join(folder, path)).catch(() => null)
    sizes.set(path, found?.size ?? -1)
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + Math.max(size, 0), 0)
  let read = 0
  const wrong: string[] = []
  for (const [path, sum] of sums) {
    const size = sizes.get(path) ?? -1
    if (size < 0 || (await sumOf(join(folder, path))) !== sum) wrong.push(path)
    read += Math.max(size, 0)
    onShare(total === 0 ? 1 : read / total)
  }
  if (wrong.length === 0) return
  const shown = wrong.slice(0, 5).join(', ')
  const more = wrong.length > 5 ? ` and ${wrong.length - 5} more` : ''
  throw new BackupError(
    `The backup is damaged: ${shown}${more} differ from ${CHECKSUMS}. Nothing was changed; take another backup.`,
  )
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
