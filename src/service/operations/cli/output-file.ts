/** Files that commands write. */
import { writeFile } from 'node:fs/promises'
import { UsageError } from './framework/errors.ts'
import { line } from './terminal.ts'

/** Writes a file that only its owner can read. @throws UsageError if the file exists or its folder does not */
export async function writeNewFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new UsageError(line`${file} already exists.`)
    if (code === 'ENOENT')
      throw new UsageError(line`${file} cannot be written: its folder does not exist.`)
    throw error
  }
}

/** Writes or replaces a file. @throws UsageError if it cannot be written */
export async function writeOutputFile(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch(() => refuseOutput(file))
}

export function refuseOutput(file: string): never {
  throw new UsageError(line`${file} cannot be written. Check the folder and its permissions.`)
}
