import { readFileSync } from 'node:fs'

export const PARENT = 'PARDEH_PARENT_PID'
export const WATCH_MS = 250
const SHELLS = ['sh', 'dash', 'bash', 'ash', 'busybox', 'zsh', 'ksh']

/** Flags of Node for a program that must end when this process is gone. Use them with `parentEnvironment`. */
export const PARENT_FLAGS = ['--import', new URL('./parent-watch.mjs', import.meta.url).href]

export function parentEnvironment() {
  return { [PARENT]: String(process.pid) }
}

/**
 * Calls `onGone` once when npm, or the shell between npm and this process, is gone. npm does not forward SIGHUP, and a shell
 * forwards no signals. A process that npm did not start may outlive its parent.
 * @returns the function that ends the watch
 */
export function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return () => undefined
  const timer = setInterval(() => {
    if (npmProcesses() === atStart) return
    clearInterval(timer)
    onGone()
  }, WATCH_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns the process ids of the parent and, if that is a shell, of its parent. */
function npmProcesses() {
  const { ppid } = process
  const shell = statusOf(ppid)
  return shell && SHELLS.includes(shell.name) ? `${ppid} ${shell.parent}` : String(ppid)
}

/** Returns the status from /proc; null without it, as on macOS, whose shell replaces itself by the program. */
function statusOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(text) ?? []
    return { name, parent }
  } catch {
    return null
  }
}

const atStart = npmProcesses()
