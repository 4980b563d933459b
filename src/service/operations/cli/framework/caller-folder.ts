/**
 * The folder in which the operator typed the command. File names are relative to it. Settings such as DATA_DIR are relative to the project,
 * where the command itself runs.
 */
import { resolve } from 'node:path'
import { PROJECT_ROOT } from '../../../platform/project-root.ts'

/** scripts/pardeh.mjs sets it, and so do wrappers that start a command in another folder. */
const VARIABLE = 'PARDEH_CALLER_DIR'

let folder = process.cwd()

export function enterProject(): void {
  folder = resolve(process.env[VARIABLE] || process.cwd())
  delete process.env[VARIABLE]
  process.chdir(PROJECT_ROOT)
}

/** Returns the absolute path of a file that the operator named; `-` means standard input and is returned as it is. */
export function resolveCallerPath(name: string): string {
  return name === '-' ? name : resolve(folder, name)
}
