/** Runs a command of src/service/operations/cli beside the site under test. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { programOf } from './operator.ts'
import { settingsUnderTest } from './site.ts'

const root = resolve(import.meta.dirname, '../..')

/** @returns standard output @throws if the exit code is not 0 */
export async function runCommand(name: string, ...args: string[]): Promise<string> {
  const { PATH } = process.env
  const env = { PATH, ...settingsUnderTest(), DATA_DIR: inject('dataDir') }
  const { stdout } = await promisify(execFile)(process.execPath, [...programOf(name), ...args], {
    cwd: root,
    env,
  })
  return stdout
}
