/** One ingest for a title at a time on this machine: two would write the same files. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { IngestError } from './ingest-error.ts'

/** Of this process. The process of before may have had the same number, as in a container. */
const held = new Set<string>()

/** @throws IngestError while another process, or this one, has the lock */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(dirname(path), { recursive: true })
  while (!(await take(path))) {
    const holder = Number(await readFile(path, 'utf8').catch(() => '0'))
    if (isRunning(holder, path))
      throw new IngestError(
        `Process ${holder} encodes a file for this title already. Wait until it is done, or end it.`,
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
