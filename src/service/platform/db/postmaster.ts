// The server process: find the one of a data folder, launch one, stop it.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { plainEnv } from './cluster.ts'
import { type Account, runAs } from './run-as.ts'

const launchDeadline = 10_000
const stopDeadline = 15_000

export type Postmaster = { pid: number; port: number }

/** Returns the server that runs in this folder, according to its lock file. */
export function findPostmaster(folder: string): Postmaster | null {
  const [pid = 0, , , port = 0] = lockFile(folder)
  return pid > 0 && isProcessAlive(pid) && runsIn(pid, folder) ? { pid, port } : null
}

/**
 * Launches the server detached and with output to files, so that it survives a kill -9 of the app and its guard can shut it down
 * properly. Resolves when the server is starting up, or has given up.
 */
export async function launchPostmaster(
  folder: string,
  postgres: string,
  port: number,
  account: Account | null,
): Promise<void> {
  clearForeignLock(folder)
  const command = runAs(account, [postgres, folder], postgres, ['-D', folder, ...settings(port)])
  const output = openSync(startLog(folder), 'w', 0o600)
  const child = spawn(command.file, command.args, {
    cwd: folder,
    env: plainEnv,
    detached: true,
    stdio: ['ignore', output, output],
    ...command.account,
  })
  closeSync(output)
  child.unref()
  let hasEnded = false
  child.once('exit', () => {
    hasEnded = true
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', resolve)
  })
  for (const deadline = Date.now() + launchDeadline; Date.now() < deadline; await wait(5)) {
    if (hasEnded || findPostmaster(folder)) return
  }
}

/** Stops the server: SIGINT is a fast shutdown, SIGQUIT an immediate one that requires recovery. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isProcessAlive(pid)) process.kill(pid, signal)
    for (const deadline = Date.now() + stopDeadline; Date.now() < deadline; await wait(10)) {
      if (!isProcessAlive(pid)) return
    }
  }
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Returns the preferred port of the loopback interface if it is free, otherwise any free one. */
export function freePort(preferred: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', error => (preferred === 0 ? reject(error) : resolve(freePort(0))))
    server.listen(preferred, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

/** Returns the last lines that the server wrote before it opened its own log. */
export function startupLog(folder: string): string {
  try {
    return readFileSync(startLog(folder), 'utf8').split('\n').slice(-12).join('\n')
  } catch {
    return '(it wrote nothing)'
  }
}

/** Returns a quarter of the memory that this machine or container may use, as PostgreSQL's manual advises. */
function bufferMegabytes(): number {
  const megabytes = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 ** 2
  return Math.round(Math.min(512, Math.max(128, megabytes / 4)))
}

function settings(port: number): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${bufferMegabytes()}MB`,
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    // The details and sometimes the message of an error contain values of a row, such as mobile numbers; our log has its code.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_min_messages: 'log',
    logging_collector: 'on',
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_truncate_on_rotation: 'on',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function startLog(folder: string): string {
  return join(folder, 'start.log')
}

/** Returns the lines of the lock file as numbers: process id, folder, start time, port. */
function lockFile(folder: string): number[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n').map(Number)
  } catch {
    return []
  }
}

/** The server removes a lock whose process has ended, but refuses to start if the process id was reused. */
function clearForeignLock(folder: string): void {
  const [pid = 0] = lockFile(folder)
  if (pid > 0 && isProcessAlive(pid) && !runsIn(pid, folder)) rmSync(join(folder, 'postmaster.pid'))
}

/** True if the process works in the data folder, unlike a program that reuses the process id. */
function runsIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}
