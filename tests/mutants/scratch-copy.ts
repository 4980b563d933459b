/** A copy of this checkout in the temporary folder, in which mutants are applied. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '#tests/support/sources.ts'
import type { Mutant } from './list.ts'

export type ScratchCopy = {
  folder: string
  /** The temporary folder for tests that run in the copy. */
  temporary: string
}

/** Copies the files that git tracks or would add, as they are now, and links node_modules. */
export function createScratchCopy(): ScratchCopy {
  const parent = mkdtempSync(join(tmpdir(), 'pardeh-mutants-'))
  // The database server of the tests runs under a separate account.
  chmodSync(parent, 0o755)
  const folder = join(parent, 'copy')
  const temporary = join(parent, 'tmp')
  mkdirSync(temporary)
  chmodSync(temporary, 0o1777)
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  for (const file of files.split('\0').filter(Boolean))
    if (existsSync(join(root, file)))
      cpSync(join(root, file), join(folder, file), { verbatimSymlinks: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, temporary }
}

/** Removes the copy. No test may be running in it. */
export async function removeScratchCopy({ folder, temporary }: ScratchCopy): Promise<void> {
  await stopDatabases(temporary)
  await rm(join(folder, '..'), { recursive: true, force: true, maxRetries: 10 })
}

/** Number of checks in ten seconds, after which a server is killed. */
const PATIENT_TRIES = 100

/** Stops the database servers that a killed test run left behind, and waits until they have ended. */
export async function stopDatabases(temporary: string): Promise<void> {
  for (const file of globSync('*/**/postmaster.pid', { cwd: temporary })) {
    const [pid = ''] = readFileSync(join(temporary, file), 'utf8').split('\n', 1)
    for (let tries = 0; isServerIn(temporary, pid); tries++) {
      process.kill(Number(pid), tries < PATIENT_TRIES ? 'SIGQUIT' : 'SIGKILL')
      await wait(100)
    }
    rmSync(join(temporary, file), { force: true })
  }
}

/** True for a server of this folder, by its command line: another program may have this process id by now. */
function isServerIn(temporary: string, pid: string): boolean {
  const ps = spawnSync('ps', ['-o', 'args=', '-p', pid], { encoding: 'utf8' })
  return ps.status === 0 && ps.stdout.includes(temporary)
}

/** True if the text of the mutant does not occur exactly once, so that the list must be updated. */
export function isStale({ folder }: ScratchCopy, { file, find }: Mutant): boolean {
  const path = join(folder, file)
  return !existsSync(path) || readFileSync(path, 'utf8').split(find).length !== 2
}

/** @returns a function that restores the file */
export function applyMutant({ folder }: ScratchCopy, { file, find, replace }: Mutant): () => void {
  const path = join(folder, file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    original.replace(find, () => replace),
  )
  return () => writeFileSync(path, original)
}
