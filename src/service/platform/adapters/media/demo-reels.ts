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
let waiting: Order[] = []
let turn = 0
/** The turn in which each reel was last made. */
const served = new Map<string, number>()

/** Returns the content of `stream.json` of a reel, unparsed; null if the reel does not exist. */
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
  const known = waiting.find(isSame)
  if (known) return known.promise
  const order = { ...Promise.withResolvers(), id: ++last, key, file }
  waiting.push(order)
  const running = worker ?? start()
  running.ref()
  if (!current) makeNext(running)
  return order.promise
}

function makeNext(running: Worker): void {
  const order = nextOrder()
  current = order
  if (!order) {
    rest(running)
    return
  }
  const { id, key, file } = order
  served.set(key, ++turn)
  waiting = waiting.filter(each => each !== order)
  running.postMessage({ id, key, file })
}

/**
 * Reels take turns: a film that begins does not wait for all segments that other players asked for, perhaps before a seek. Whatever is
 * not drawn comes first, so that sound never waits for pictures.
 */
function nextOrder(): Order | null {
  const quick = waiting.find(({ file }) => file === null || !/p\/\d+\.m4s$/.test(file))
  if (quick) return quick
  const turnOf = ({ key }: Order) => served.get(key) ?? 0
  const first = Math.min(...waiting.map(turnOf))
  return waiting.find(order => turnOf(order) === first) ?? null
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
    served.clear()
    void running.terminate()
  }, IDLE_MS)
  idle.unref()
}
