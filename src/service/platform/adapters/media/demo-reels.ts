/**
 * Streams of the demo that are drawn while they play: `demo/reels/<title>/<seconds>` and `demo/reels/<title>/trailer`. A thread makes them
 * (demo/reels/worker.ts); it starts with the first request and ends when it has been idle for two minutes.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { PROJECT_ROOT } from '../../project-root.ts'

const FOLDER = 'demo/reels/'
const SCRIPT = join(PROJECT_ROOT, 'demo/reels/worker.ts')
const IDLE_MS = 2 * MINUTE_MS

export const isReel = (stream: string): boolean => stream.startsWith(FOLDER)

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void }
type Reply = { id: number; result: unknown; problem?: string }

let worker: Worker | null = null
let idle: NodeJS.Timeout | undefined
let last = 0
const waiting = new Map<number, Waiting>()

/** Returns the content of `stream.json` of a reel, unparsed; null if there is no such reel. */
export function describeReel(stream: string): Promise<unknown> {
  return ask(stream, null)
}

/** Returns a file of a reel; null if there is none. */
export async function readReel(
  stream: string,
  file: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return (await ask(stream, file)) as Uint8Array<ArrayBuffer> | null
}

function ask(stream: string, file: string | null): Promise<unknown> {
  if (!existsSync(SCRIPT)) return Promise.resolve(null)
  clearTimeout(idle)
  const running = worker ?? start()
  const id = ++last
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    running.ref()
    running.postMessage({ id, key: stream.slice(FOLDER.length), file })
  })
}

function start(): Worker {
  const started = new Worker(SCRIPT)
  worker = started
  started.on('message', ({ id, result, problem }: Reply) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (problem === undefined) asked?.resolve(result)
    else asked?.reject(new Error(`a reel of the demo was not made: ${problem}`))
    if (waiting.size === 0) rest(started)
  })
  started.on('error', fail)
  started.on('exit', () => fail(new Error('the thread that makes the reels of the demo ended')))
  return started

  function fail(error: Error) {
    if (worker !== started) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
}

/** An idle thread does not keep the process alive, and ends after a while. */
function rest(running: Worker): void {
  running.unref()
  idle = setTimeout(() => {
    if (waiting.size > 0 || worker !== running) return
    worker = null
    void running.terminate()
  }, IDLE_MS)
  idle.unref()
}
