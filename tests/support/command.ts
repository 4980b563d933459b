/** Runs a command of src/service/cli beside the site under test. */
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** @returns standard output @throws when the exit code is not 0 */
export async function runCommand(name: string, ...args: string[]): Promise<string> {
  const file = join(root, 'src/service/cli', `${name}.ts`)
  const { PATH, DATABASE_URL } = process.env
  const env = { PATH, DATABASE_URL, DATA_DIR: inject('dataDir') }
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
    cwd: root,
    env,
  })
  return stdout
}
