/** A media store in a folder of this machine, or of a file server that all nodes mount. */
import { createReadStream } from 'node:fs'
import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { type ByteRange, type Content, type MediaStore, MediaStoreError } from './media-store.ts'

const PART = /^[A-Za-z0-9][\w.-]{0,149}$/
/** Parts up to this size are read into memory, larger ones are streamed. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024
const ABSENT = new Set(['ENOENT', 'ENOTDIR'])

export function folderStore(root: string): MediaStore {
  let drafts = 0

  /** Returns the file of a key; null if it is not a file inside the folder, for example if it is a link out of it. */
  async function fileOf(key: string) {
    if (!key.split('/').every(part => PART.test(part))) return null
    try {
      const path = await realpath(join(root, key))
      if (!path.startsWith((await realpath(root)) + sep)) return null
      const found = await stat(path)
      return found.isFile() ? { path, size: found.size, modified: found.mtime } : null
    } catch (error) {
      if (ABSENT.has(codeOf(error))) return null
      throw unusable(error)
    }
  }

  function pathTo(key: string): string {
    if (!key.split('/').every(part => PART.test(part)))
      throw new MediaStoreError('The key of a media file contains characters that are not allowed')
    return join(root, key)
  }

  async function put(key: string, content: Content) {
    const path = pathTo(key)
    const draft = `${path}.${process.pid}-${++drafts}.draft`
    try {
      await mkdir(dirname(path), { recursive: true })
      if ('bytes' in content) await writeFile(draft, content.bytes)
      else await link(content.file, draft).catch(() => copyFile(content.file, draft))
      await rename(draft, path)
    } catch (error) {
      throw unusable(error)
    } finally {
      await rm(draft, { force: true }).catch(failed)
    }
  }

  async function* list(folder: string) {
    const path = pathTo(folder)
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(error => {
      if (ABSENT.has(codeOf(error))) return []
      throw unusable(error)
    })
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.endsWith('.draft')) continue
      const file = join(entry.parentPath, entry.name)
      const found = await stat(file).catch(() => null)
      const key = file
        .slice(root.length + 1)
        .split(sep)
        .join('/')
      if (found) yield { key, size: found.size, modified: found.mtime, md5: null }
    }
  }

  /** Removes files, and the folders that become empty. */
  async function remove(keys: readonly string[]) {
    for (const key of keys) {
      const path = pathTo(key)
      await rm(path, { force: true }).catch(error => {
        throw unusable(error)
      })
      for (let at = dirname(path); at !== root; at = dirname(at))
        if (!(await rmdir(at).then(succeeded, failed))) break
    }
  }

  return {
    name: root,
    find: async key => {
      const found = await fileOf(key)
      return found && { key, size: found.size, modified: found.modified, md5: null }
    },
    read: async (key, range) => {
      const found = await fileOf(key)
      if (!found) return null
      const { start, end } = range ?? { start: 0, end: found.size - 1 }
      return end - start < MAX_BUFFERED_BYTES
        ? readRange(found.path, { start, end })
        : (Readable.toWeb(createReadStream(found.path, { start, end })) as ReadableStream)
    },
    put,
    list,
    remove,
  }
}

const succeeded = () => true
const failed = () => false

async function readRange(path: string, { start, end }: ByteRange) {
  const file = await open(path)
  try {
    const length = Math.max(0, end - start + 1)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, null, start)
    return new Uint8Array(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code)
}

function unusable(error: unknown): MediaStoreError {
  return new MediaStoreError(`The folder of the media cannot be used (${codeOf(error)})`, {
    cause: error,
  })
}
