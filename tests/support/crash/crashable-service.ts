/** Runs the service in one child process after another on the same database. Each kills itself at a given failpoint. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import type { Order } from './service-process.ts'

const PATIENCE_MS = 120_000
const root = resolve(import.meta.dirname, '../../..')

export type ServiceProcess = {
  url: string
  /** Resolves when the order is done or the process is dead. */
  tell: (order: Order) => Promise<void>
  /** The signal that ended the process; null while it runs. */
  signal: () => NodeJS.Signals | null
  /** Resolves when the process has exited, or after 30 seconds. */
  dead: () => Promise<unknown>
}
export type CrashableService = {
  /** The next process. The one after it starts in the background. */
  next: () => Promise<ServiceProcess>
  close: () => Promise<void>
}

/** @param env the whole environment of the processes */
export async function startCrashableService(
  env: Record<string, string>,
): Promise<CrashableService> {
  const file = join(root, `node_modules/.cache/crash-${process.pid}.mjs`)
  await build({
    entryPoints: [join(import.meta.dirname, 'service-process.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['sharp', 'pg-native'],
    // CommonJS packages need `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  })
  const children: ChildProcess[] = []
  const start = () => {
    const child = fork(file, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    children.push(child)
    const life = processOf(child)
    // `next()` reports the failure; the last process is killed while it starts.
    life.catch(() => undefined)
    return life
  }
  let coming = start()
  return {
    next: () => {
      const life = coming
      coming = start()
      return life
    },
    close: async () => {
      for (const child of children) child.kill('SIGKILL')
      await rm(file)
    },
  }
}

async function processOf(child: ChildProcess): Promise<ServiceProcess> {
  const dead = once(child, 'exit')
  const [first] = (await Promise.race([once(child, 'message'), dead])) as [{ port?: number }]
  if (!first?.port) throw new Error('the service did not start')
  return {
    url: `http://127.0.0.1:${first.port}`,
    tell: async order => {
      if (child.signalCode) return
      child.send(order)
      await Promise.race([once(child, 'message'), dead])
    },
    signal: () => child.signalCode,
    dead: () => Promise.race([dead, sleep(PATIENCE_MS, null, { ref: false })]),
  }
}
