/** SHA-256 checksums of the files of a backup, in the format of `sha256sum -c SHA256SUMS`. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupError } from './backup-error.ts'
import { CHECKSUMS } from './manifest.ts'

/** Checksums by path inside the backup. */
export type Checksums = Map<string, string>

const LINE = /^([0-9a-f]{64}) {2}(\S.*)$/

/** Passes bytes through and afterwards knows their number and hash. */
export function createHashStream(): Transform & { sum: () => string; bytes: () => number } {
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

/**
 * A link in a backup could lead to a file of this machine, and a pipe or a device would never end.
 * @throws BackupError if the path is a link, leads through one, or is not a file. A missing file is accepted.
 */
export async function requireOwnFile(folder: string, path: string): Promise<void> {
  const file = join(folder, path)
  const found = await lstat(file).catch(() => null)
  if (!found) return
  const isOwn = found.isFile() && (await realpath(file)) === join(await realpath(folder), path)
  if (!isOwn)
    throw new BackupError(
      `${file} is not a file of the backup, but a link, a folder or a device. Nothing was changed. Use another backup.`,
    )
}

/** @throws BackupError if the file is missing or damaged */
export async function readChecksums(folder: string): Promise<Checksums> {
  await requireOwnFile(folder, CHECKSUMS)
  const text = await readFile(join(folder, CHECKSUMS), 'utf8').catch(() => null)
  if (text === null) {
    throw new BackupError(
      `${folder} is not a complete backup: it has no ${CHECKSUMS}. The name of an interrupted backup ends in .partial.`,
    )
  }
  const lines = text.split('\n').filter(Boolean)
  const entries = lines.map(line => LINE.exec(line))
  const sums: Checksums = new Map()
  for (const entry of entries) {
    const [, sum = '', path = ''] = entry ?? []
    if (!path || normalize(path) !== path || path.startsWith('..') || path.startsWith(sep))
      throw new BackupError(`${CHECKSUMS} of ${folder} is damaged. Use another backup.`)
    sums.set(path, sum)
  }
  return sums
}

/** @throws BackupError that names the files which are missing or differ */
export async function verifyChecksums(
  folder: string,
  sums: Checksums,
  onShare: (share: number) => void,
): Promise<void> {
  const sizes = new Map<string, number>()
  for (const path of sums.keys()) {
    await requireOwnFile(folder, path)
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
    `The backup is damaged: ${shown}${more} differ from ${CHECKSUMS}. Nothing was changed. Use another backup.`,
  )
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
