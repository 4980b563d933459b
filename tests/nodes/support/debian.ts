/** Programs of Debian's servers. They refuse to run as root, so they run as another user. */
import { type ChildProcess, execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Account = { uid: number; gid: number }

/** Returns the ids of that user if we are root; otherwise undefined, and programs run as the current user. */
export function accountOf(user: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** @throws Error with the output of the program if it fails */
export async function runAs(
  account: Account | undefined,
  file: string,
  args: readonly string[],
  cwd: string,
): Promise<string> {
  const { stdout } = await run(file, args, { ...account, cwd })
  return stdout
}

export async function giveTo(account: Account | undefined, ...paths: string[]): Promise<void> {
  if (!account) return
  for (const path of paths) await chown(path, account.uid, account.gid)
}

/** True if the process has ended, or could not be started. */
export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

/** Returns the process and its children, children last. */
export function familyOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return [pid, ...stdout.split('\n').map(Number).filter(Boolean)]
}

/** Sends a signal to a process. Returns false if it does not exist. */
export function send(signal: NodeJS.Signals | 0, pid: number): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

export function isInstalled(program: string): boolean {
  return existsSync(program)
}
