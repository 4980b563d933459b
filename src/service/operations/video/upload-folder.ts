/** The folder DATA_DIR/uploads, in which files wait until they are encoded. */
import { mkdir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'

const ID_FILE = 'folder-id'
export const GB = 1024 ** 3

type Settings = { env: Pick<Deps['env'], 'DATA_DIR' | 'UPLOAD_KEEP_FREE_GB'> }

export function uploadFolder({ env }: Settings): string {
  return join(env.DATA_DIR, 'uploads')
}

export function uploadPath(deps: Settings, id: string): string {
  return join(uploadFolder(deps), id)
}

/**
 * Returns the id of the folder, which is made at the first call. Nodes that share the folder share the id, and therefore the queue of the
 * files in it; a node with another folder leaves them alone.
 */
export async function uploadFolderId(deps: Settings): Promise<string> {
  const path = join(uploadFolder(deps), ID_FILE)
  await mkdir(uploadFolder(deps), { recursive: true, mode: 0o700 })
  await writeFile(path, newId(), { flag: 'wx', mode: 0o600 }).catch(error => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
  return readFile(path, 'utf8')
}

/** Returns the bytes that may be written before the disk has only UPLOAD_KEEP_FREE_GB left; negative if it has less. */
export async function freeUploadBytes(deps: Settings): Promise<number> {
  await mkdir(uploadFolder(deps), { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(uploadFolder(deps))
  return bavail * bsize - deps.env.UPLOAD_KEEP_FREE_GB * GB
}

/** Returns the bytes that have arrived; null if the file is not in this folder. */
export async function receivedBytes(deps: Settings, id: string): Promise<number | null> {
  const found = await stat(uploadPath(deps, id)).catch(() => null)
  return found?.isFile() ? found.size : null
}

export async function removeUploadFile(deps: Settings, id: string): Promise<void> {
  for (const path of [uploadPath(deps, id), `${uploadPath(deps, id)}.json`])
    await rm(path, { force: true })
}

/** Returns the ids of the files and descriptions in the folder. */
export async function listUploadFiles(deps: Settings): Promise<string[]> {
  const names = await readdir(uploadFolder(deps)).catch(() => [])
  const ids = names.filter(name => name !== ID_FILE).map(name => name.replace(/\.json$/, ''))
  return [...new Set(ids)]
}
