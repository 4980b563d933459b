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

/** A file, or the description of a stream, that has been asked for and is not made yet. All who ask share its promise. */
type Order = {
  id: number
  key: string
  file: string | null
  promise: Promise<unknown>
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}
type Reply = { id: number; result: unknown; problem?: string }

let worker: Worker | null = null
let idle: NodeJS.Timeout | undefined
let last = 0
/** The order that the thread works on. */
let current: Order | null = null
/** The newest order is last and is made first: a player that has sought no longer waits for the segments before. */
let waiting: Order[] = []

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
  const key = stream.slice(FOLDER.length)
  const isSame = (order: Order) => order.key === key && order.file === file
  if (current && isSame(current)) return current.promise
  const order = waiting.find(isSame) ?? { ...Promise.withResolvers(), id: ++last, key, file }
  waiting = [...waiting.filter(each => each !== order), order]
  const running = worker ?? start()
  running.ref()
  if (!current) makeNext(running)
  return order.promise
}

function makeNext(running: Worker): void {
  current = waiting.pop() ?? null
  if (current) running.postMessage({ id: current.id, key: current.key, file: current.file })
  else rest(running)
}

function start(): Worker {
  const started = new Worker(SCRIPT)
  worker = started
  started.on('message', ({ id, result, problem }: Reply) => {
    if (current?.id !== id) return
    if (problem === undefined) current.resolve(result)
    else current.reject(new Error(`a reel of the demo was not made: ${problem}`))
    makeNext(started)
  })
  started.on('error', fail)
  started.on('exit', () => fail(new Error('the thread that makes the reels of the demo ended')))
  return started

  function fail(error: Error) {
    if (worker !== started) return
    worker = null
    for (const { reject } of [...waiting, ...(current ? [current] : [])]) reject(error)
    waiting = []
    current = null
  }
}

/** An idle thread does not keep the process alive, and ends after a while. */
function rest(running: Worker): void {
  running.unref()
  idle = setTimeout(() => {
    if (current || worker !== running) return
    worker = null
    void running.terminate()
  }, IDLE_MS)
  idle.unref()
}
