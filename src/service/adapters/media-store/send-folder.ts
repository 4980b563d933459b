/**
 * Puts a folder into the media store, several files at once. What is there already is not sent again, so that a command that was
 * interrupted goes on where it was. Playlists come after the segments that they name, and `stream.json`, without which a stream
 * does not exist, comes last.
 */
import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { md5Of } from './md5.ts'
import type { MediaStore, StoredFile } from './media-store.ts'

const AT_ONCE = 6
const STEPS = [/\.m3u8$(?<!\/master\.m3u8)/, /\/master\.m3u8$/, /\/stream\.json$/]

export interface Sending {
  store: MediaStore
  /** On this machine. */
  folder: string
  /** The key below which it will be. */
  to: string
  /** Counts what would be sent. */
  isDryRun?: boolean
  /** Bytes that are there, of all. */
  onProgress?: (done: number, total: number) => void
}
export type Sent = { files: number; sentFiles: number; sentBytes: number }
type LocalFile = { path: string; key: string; size: number }

/** @throws MediaStoreError */
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

/** A store that tells no hash gets every file again: it is a folder, where that is a link. */
async function isSame(store: MediaStore, known: StoredFile, file: { path: string; size: number }) {
  if (known.size !== file.size) return false
  const md5 = known.md5 ?? (await store.find(known.key))?.md5
  return md5 != null && md5 === (await md5Of(file.path))
}

/** Segments, then playlists, then what makes the stream exist. */
function inOrder(files: LocalFile[]): LocalFile[][] {
  const stepOf = ({ key }: LocalFile) => STEPS.findIndex(pattern => pattern.test(key))
  return [-1, ...STEPS.keys()].map(step => files.filter(file => stepOf(file) === step))
}

/** The first failure ends it: no further item is begun, and those under way are waited for. */
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
