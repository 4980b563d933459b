/** Allows one ingest per title at a time on this machine, because two would write the same files. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { IngestError } from './ingest-error.ts'

/** Locks of this process. A previous process may have had the same id, as in a container. */
const held = new Set<string>()

/** Runs work under the lock. @throws IngestError while another process, or this one, has the lock */
export async function withIngestLock<Result>(
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await mkdir(dirname(path), { recursive: true })
  while (!(await take(path))) {
    const holder = Number(await readFile(path, 'utf8').catch(() => '0'))
    if (isRunning(holder, path))
      throw new IngestError(
        `Process ${holder} is already encoding a file for this title. Wait until it has finished, or stop it.`,
      )
    await rm(path, { force: true })
  }
  held.add(path)
  try {
    return await work()
  } finally {
    held.delete(path)
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isRunning(pid: number, path: string): boolean {
  if (!(pid > 0)) return false
  if (pid === process.pid) return held.has(path)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
