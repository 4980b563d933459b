import { writeFile } from 'node:fs/promises'
import { UsageError } from './framework/errors.ts'
import { line } from './terminal.ts'

/** Readable by its owner alone. @throws UsageError where there is such a file, or no such folder */
export async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new UsageError(line`${file} is there already.`)
    if (code === 'ENOENT') throw new UsageError(line`${file}: there is no such folder.`)
    throw error
  }
}
