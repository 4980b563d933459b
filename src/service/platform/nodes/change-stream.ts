/** Connects a page node to the stream of changes of one service node, again whenever it ends or falls silent. */
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { CHANGES_PATH } from './change-feed.ts'
import { CUT_OFF_MS } from './change-receiver.ts'
import { NODE_HEADER, signNode } from './visitor-signature.ts'

const RETRY_MS = 500
const MAX_LINE = 65_536

type Options = {
  baseUrl: string
  key: Buffer
  onLine: (line: string) => void
  /** Called once per connection, at its first bytes. */
  onOpen: () => void
}

/** Returns the function that disconnects. */
export function readChangeStream({ baseUrl, key, onLine, onOpen }: Options): () => Promise<void> {
  const stopping = new AbortController()
  const dispatcher = new Agent({ connect: { timeout: CUT_OFF_MS }, bodyTimeout: CUT_OFF_MS })

  async function read(): Promise<void> {
    const reply = await fetch(baseUrl + CHANGES_PATH, {
      headers: { [NODE_HEADER]: signNode(key, { method: 'GET', path: CHANGES_PATH }) },
      signal: stopping.signal,
      dispatcher,
    })
    if (!reply.ok || !reply.body) return void (await reply.body?.cancel())
    const decoder = new TextDecoder()
    let rest = ''
    let isOpen = false
    for await (const chunk of reply.body) {
      if (!isOpen) onOpen()
      isOpen = true
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE) return
      for (const line of lines) onLine(line)
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await read().catch(() => undefined)
      await wait(RETRY_MS, undefined, { ref: false, signal: stopping.signal }).catch(
        () => undefined,
      )
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    await running
    await dispatcher.destroy()
  }
}
