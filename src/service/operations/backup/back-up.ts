/**
 * Writes a backup of the database while the site runs. It is written to DIR.partial and renamed to DIR once it is complete and on the disk,
 * so that an interrupted backup is never mistaken for a complete one.
 */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Env } from '../../platform/env.ts'
import { secretId } from '../../platform/keys.ts'
import { BackupError } from './backup-error.ts'
import { type BackupKind, backupName, removePartialBackups } from './backup-folders.ts'
import { type Checksums, checksumLines } from './checksums.ts'
import { dumpTable } from './dump-table.ts'
import { CHECKSUMS, FORMAT, MANIFEST_FILE, type Manifest, type MediaMode } from './manifest.ts'
import { copyMedia, listMedia, type Media, writeMediaList } from './media.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'

export type BackUpOptions = {
  /** URL of the server itself, not of a pooler. */
  url: string
  /** The folder of the backup, or the parent in which a folder named by the time is created. */
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
  /** Size of the tables in the folder, without media. */
  storedBytes: number
  /** True if files of an interrupted backup were replaced. */
  wasInterrupted: boolean
}

/** @throws BackupError if the folder is not empty, or another backup is running */
export async function backUp(options: BackUpOptions): Promise<BackUpResult> {
  if (typeof options.folder === 'string') await checkFolder(resolve(options.folder))
  const snapshot = await openSnapshot(options.url)
  try {
    const folder = folderFor(options.folder, snapshot)
    const partial = `${folder}.partial`
    if (typeof options.folder !== 'string' && !options.isDryRun)
      await removePartialBackups(resolve(options.folder.parent))
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
    throw new BackupError(`${folder} cannot be used (${error.code}). Name a new folder.`)
  })
  if (names.length > 0)
    throw new BackupError(`${folder} is not empty. Nothing was changed. Name a new folder.`)
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
  sums.set(MANIFEST_FILE, await writeSynced(join(partial, MANIFEST_FILE), text))
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
    secret_id: secretId(secret),
    media: {
      mode: mediaMode,
      store: media.store.name,
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
    },
  }
}

/** Returns the SHA-256 of the text. */
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
      `The backup is complete in ${partial}, but could not be renamed to ${folder} (${code}). ` +
        'If that is a mounted disk, name a folder on it.',
      { cause: error },
    )
  }
  const parent = await open(dirname(folder)).catch(() => null)
  // Some file systems cannot sync a folder.
  await parent?.sync().catch(() => undefined)
  await parent?.close()
}
