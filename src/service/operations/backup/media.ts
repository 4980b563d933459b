/** Pictures and streams in a backup: the list of all files and, if requested, the files themselves. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { Body, MediaStore } from '../../platform/adapters/media-store/media-store.ts'
import { openMediaStore } from '../../platform/adapters/media-store/open-media-store.ts'
import type { Env } from '../../platform/env.ts'
import { LIVE_FOLDER } from '../../watching/live/channels.queries.ts'
import { type Checksums, createHashStream, requireOwnFile } from './checksums.ts'
import { MEDIA_FOLDER, MEDIA_LIST } from './manifest.ts'

const Entry = z.object({ key: z.string(), size: z.int() })
export type MediaFile = z.infer<typeof Entry>
/** The folders of a bucket; see docs/ingest.md. */
const FOLDERS = ['pictures', 'titles', 'demo']
/** Files in these folders are deleted within hours: recordings of live channels, and files of the doctor. */
const TEMPORARY = [LIVE_FOLDER, 'doctor']
/** Only playlists change under the same key, when captions are edited. */
const CHANGING = /\.m3u8$/

export type Media = {
  store: MediaStore
  /** DATA_DIR/media, or null with MEDIA_STORE. */
  folder: string | null
}

/** Lists the files of ingest and import in a bucket, or all permanent files of a folder. */
async function* mediaOf({ store, folder }: Media): AsyncGenerator<MediaFile> {
  const entries = folder && (await readdir(folder, { withFileTypes: true }).catch(() => []))
  const folders = entries
    ? entries
        .filter(entry => entry.isDirectory() && !TEMPORARY.includes(entry.name))
        .map(({ name }) => name)
    : FOLDERS
  for (const each of folders)
    for await (const { key, size } of store.list(each)) yield { key, size }
}

export async function listMedia(media: Media): Promise<MediaFile[]> {
  const files = await Array.fromAsync(mediaOf(media))
  return files.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

export async function writeMediaList(
  files: readonly MediaFile[],
  folder: string,
  sums: Checksums,
): Promise<void> {
  const stored = createHashStream()
  const lines = Readable.from(files.map(file => `${JSON.stringify(file)}\n`))
  const file = createWriteStream(join(folder, MEDIA_LIST), { mode: 0o600, flush: true })
  await pipeline(lines, createGzip(), stored, file)
  sums.set(MEDIA_LIST, stored.sum())
}

export async function readMediaList(folder: string): Promise<MediaFile[]> {
  const files: MediaFile[] = []
  const lines = createReadStream(join(folder, MEDIA_LIST)).pipe(createGunzip())
  for await (const line of createInterface({ input: lines }))
    files.push(Entry.parse(JSON.parse(line)))
  return files
}

/** Copies a file. A file that an interrupted backup copied completely is not copied again. */
export async function copyMedia(
  store: MediaStore,
  { key, size }: MediaFile,
  folder: string,
  sums: Checksums,
): Promise<void> {
  const path = `${MEDIA_FOLDER}/${key}`
  const file = join(folder, path)
  const stored = createHashStream()
  const isCopied = !CHANGING.test(key) && (await stat(file).catch(() => null))?.size === size
  if (isCopied) await pipeline(createReadStream(file), stored.resume())
  else {
    const body = await store.read(key)
    // The file was removed after it was listed.
    if (body === null) return
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const draft = createWriteStream(`${file}.draft`, { mode: 0o600, flush: true })
    await pipeline(readable(body), stored, draft)
    await rename(`${file}.draft`, file)
  }
  sums.set(path, stored.sum())
}

function readable(body: Body): Readable {
  return body instanceof Uint8Array
    ? Readable.from([Buffer.from(body)])
    : Readable.fromWeb(body as never)
}

/** Uploads the files that the store does not have; a file that it has is the same. Returns the number of uploaded files. */
export async function restoreMedia(
  store: MediaStore,
  files: readonly MediaFile[],
  folder: string,
  onShare: (share: number) => void,
): Promise<number> {
  let put = 0
  for (const [index, { key, size }] of files.entries()) {
    const file = join(folder, MEDIA_FOLDER, key)
    await requireOwnFile(folder, join(MEDIA_FOLDER, key))
    const isThere = !CHANGING.test(key) && (await store.find(key))?.size === size
    if (!isThere && (await stat(file).catch(() => null))) {
      await store.put(key, { file })
      put++
    }
    onShare((index + 1) / files.length)
  }
  return put
}

/** Returns the files of the list that are missing in the store. */
export async function findMissingMedia(
  media: Media,
  files: readonly MediaFile[],
): Promise<MediaFile[]> {
  const there = new Map((await listMedia(media)).map(({ key, size }) => [key, size]))
  return files.filter(({ key, size }) =>
    CHANGING.test(key) ? !there.has(key) : there.get(key) !== size,
  )
}

export function mediaOfSettings(env: Env): Media {
  const folder = env.MEDIA_STORE ? null : join(env.DATA_DIR, 'media')
  return { store: openMediaStore(env, 'command'), folder }
}
