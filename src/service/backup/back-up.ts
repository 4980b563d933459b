/**
 * Writes a backup of the database while the site runs. It is made in DIR.partial and renamed to DIR once it is whole and on the
 * disk, so that an interrupted one is never taken for a backup.
 */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Env } from '../env.ts'
import { keyIdOf } from '../keys.ts'
import { BackupError } from './backup-error.ts'
import { type BackupKind, backupName, removePartial } from './backup-folders.ts'
import { type Checksums, checksumLines } from './checksums.ts'
import { dumpTable } from './dump-table.ts'
import { CHECKSUMS, FORMAT, MANIFEST, type Manifest, type MediaMode } from './manifest.ts'
import { copyMedia, listMedia, type Media, writeMediaList } from './media.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'

export type BackUpOptions = {
  /** The server itself, without a pooler. */
  url: string
  /** The folder itself, or the one that gets a folder named by the time. */
  folder: string | { parent: string; kind: BackupKind; at?: Date }
  media: Media
  mediaMode: MediaMode
  secret: Env['SECRET']
  isDryRun?: boolean
  onShare?: (phase: string, share: number) => void
  signal?: AbortSignal
}
export type BackUpResult = {
  folder: string
  manifest: Manifest
  /** In the folder, without the media. */
  storedBytes: number
  /** What an interrupted attempt had left was replaced. */
  wasInterrupted: boolean
}

/** @throws BackupError where the folder has something in it, or another backup runs */
export async function backUp(options: BackUpOptions): Promise<BackUpResult> {
  if (typeof options.folder === 'string') await checkFolder(resolve(options.folder))
  const snapshot = await openSnapshot(options.url)
  try {
    const folder = folderFor(options.folder, snapshot)
    const partial = `${folder}.partial`
    if (typeof options.folder !== 'string' && !options.isDryRun)
      await removePartial(resolve(options.folder.parent))
    await checkFolder(folder)
    const wasInterrupted = (await readdir(partial).catch(() => null)) !== null
    const result = options.isDryRun
      ? await measure(options, snapshot)
      : await write(options, snapshot, partial)
    if (!options.isDryRun) await publish(partial, folder)
    return { folder, wasInterrupted, ...result }
  } finally {
    await snapshot.close()
  }
}

function folderFor(given: BackUpOptions['folder'], { about }: Snapshot): string {
  if (typeof given === 'string') return resolve(given)
  return join(resolve(given.parent), backupName(given.at ?? new Date(about.created_at), given.kind))
}

async function checkFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new BackupError(`${folder} cannot be used (${error.code}): name a new folder.`)
  })
  if (names.length > 0)
    throw new BackupError(`${folder} is not empty: name a new folder. Nothing was changed.`)
}

type Written = Pick<BackUpResult, 'manifest' | 'storedBytes'>

async function measure(options: BackUpOptions, { about, tables }: Snapshot): Promise<Written> {
  const files = await listMedia(options.media)
  const dumps = tables.map(({ size, ...table }) => ({ ...table, rows: 0, bytes: size }))
  return { manifest: manifestOf(options, about, dumps, files), storedBytes: 0 }
}

async function write(
  options: BackUpOptions,
  { client, tables, about, end }: Snapshot,
  partial: string,
): Promise<Written> {
  const { media, mediaMode, onShare, signal } = options
  const sums: Checksums = new Map()
  await rm(join(partial, 'tables'), { recursive: true, force: true })
  await mkdir(join(partial, 'tables'), { recursive: true, mode: 0o700 })
  const total = tables.reduce((sum, { size }) => sum + size, 1)
  const dumps: Manifest['tables'] = []
  let [done, storedBytes] = [0, 0]
  for (const table of tables) {
    signal?.throwIfAborted()
    const { dump, path, sum, bytes } = await dumpTable(client, table, partial)
    dumps.push(dump)
    sums.set(path, sum)
    storedBytes += bytes
    done += table.size
    onShare?.('Tables', done / total)
  }
  onShare?.('Tables', 1)
  await end()
  const files = await listMedia(media)
  await writeMediaList(files, partial, sums)
  if (mediaMode === 'include') {
    for (const [index, file] of files.entries()) {
      signal?.throwIfAborted()
      await copyMedia(media.store, file, partial, sums)
      onShare?.('Media', (index + 1) / files.length)
    }
  }
  const manifest = manifestOf(options, about, dumps, files)
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  sums.set(MANIFEST, await writeSynced(join(partial, MANIFEST), text))
  await writeSynced(join(partial, CHECKSUMS), checksumLines(sums))
  return { manifest, storedBytes }
}

function manifestOf(
  { media, mediaMode, secret }: BackUpOptions,
  about: Snapshot['about'],
  tables: Manifest['tables'],
  files: readonly { size: number }[],
): Manifest {
  return {
    format: FORMAT,
    ...about,
    tables,
    secret_id: keyIdOf(secret),
    media: {
      mode: mediaMode,
      store: media.store.name,
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
    },
  }
}

/** @returns its SHA-256 */
async function writeSynced(file: string, text: string): Promise<string> {
  await writeFile(file, text, { mode: 0o600, flush: true })
  return createHash('sha256').update(text).digest('hex')
}

async function publish(partial: string, folder: string): Promise<void> {
  try {
    await rename(partial, folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BackupError(
      `The backup is whole, in ${partial}, and could not be renamed to ${folder} (${code}). ` +
        'Where that is a mounted disk, name a folder on it.',
      { cause: error },
    )
  }
  const parent = await open(dirname(folder)).catch(() => null)
  // Not every file system can.
  await parent?.sync().catch(() => undefined)
  await parent?.close()
}
