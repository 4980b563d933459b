/**
 * Copies a folder to the media store, several files at a time. Files that are already there are skipped, so an interrupted command
 * continues where it stopped. Playlists follow the segments that they name, and `stream.json` comes last: without it a stream does
 * not exist.
 */
import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileMd5 } from './md5.ts'
import type { MediaStore, StoredFile } from './media-store.ts'

const AT_ONCE = 6
const STEPS = [/\.m3u8$(?<!\/master\.m3u8)/, /\/master\.m3u8$/, /\/stream\.json$/]

export interface Sending {
  store: MediaStore
  /** Source folder on this machine. */
  folder: string
  /** Key prefix in the store. */
  to: string
  /** Only counts what would be sent. */
  isDryRun?: boolean
  /** Called with the bytes that are stored and the bytes in total. */
  onProgress?: (done: number, total: number) => void
}
export type Sent = { files: number; sentFiles: number; sentBytes: number }
type LocalFile = { path: string; key: string; size: number }

/** Sends the files that the store does not have yet. @throws MediaStoreError */
export async function sendFolder({
  store,
  folder,
  to,
  isDryRun = false,
  onProgress,
}: Sending): Promise<Sent> {
  const files = await filesOf(folder, to)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const there = new Map<string, StoredFile>()
  for await (const file of store.list(to)) there.set(file.key, file)
  const sent: Sent = { files: files.length, sentFiles: 0, sentBytes: 0 }
  let done = 0

  async function send({ path, key, size }: LocalFile) {
    const known = there.get(key)
    if (!known || !(await isSame(store, known, { path, size }))) {
      if (!isDryRun) await store.put(key, { file: path })
      sent.sentFiles += 1
      sent.sentBytes += size
    }
    done += size
    onProgress?.(done, total)
  }

  for (const step of inOrder(files)) await eachOf(step, AT_ONCE, send)
  return sent
}

async function filesOf(folder: string, to: string): Promise<LocalFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && !entry.name.startsWith('.'))
  return Promise.all(
    files.map(async entry => {
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(folder.length + 1).split(sep)
      return { path, key: [to, ...name].join('/'), size: (await stat(path)).size }
    }),
  )
}

/** True if the store has the same content. A folder store reports no hash, so every file is linked again, which costs nothing. */
async function isSame(store: MediaStore, known: StoredFile, file: { path: string; size: number }) {
  if (known.size !== file.size) return false
  const md5 = known.md5 ?? (await store.find(known.key))?.md5
  return md5 != null && md5 === (await fileMd5(file.path))
}

/** Groups files by order: segments, then playlists, then `stream.json`. */
function inOrder(files: LocalFile[]): LocalFile[][] {
  const stepOf = ({ key }: LocalFile) => STEPS.findIndex(pattern => pattern.test(key))
  return [-1, ...STEPS.keys()].map(step => files.filter(file => stepOf(file) === step))
}

/** Processes items side by side. After the first failure no further item is begun; it is thrown once the running ones have ended. */
async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  const failures: unknown[] = []
  async function worker() {
    for (const item of rest) {
      if (failures.length > 0) return
      await work(item).catch(error => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (failures.length > 0) throw failures[0]
}
