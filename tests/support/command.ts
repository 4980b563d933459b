/** Runs a command of src/service/cli beside the site under test. */
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { settingsUnderTest } from './site.ts'

const root = resolve(import.meta.dirname, '../..')

/** @returns standard output @throws when the exit code is not 0 */
export async function runCommand(name: string, ...args: string[]): Promise<string> {
  const file = join(root, 'src/service/cli', `${name}.ts`)
  const { PATH } = process.env
  const env = { PATH, ...settingsUnderTest(), DATA_DIR: inject('dataDir') }
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
    cwd: root,
    env,
  })
  return stdout
}
