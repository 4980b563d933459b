/**
 * Hears of changes from any number of service nodes, each over one way or several, and tells each change once. Where one may have
 * been missed it tells `*`: all pages are out of date.
 */
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { HEARTBEAT_MS, parseChange } from './change-feed.ts'

/** After so long without a heartbeat of any service node, this node is cut off. */
export const CUT_OFF_MS = 3 * HEARTBEAT_MS
/** A tag that no page has, and that names a change: it may be heard of in several ways. */
export const CHANGE_ID = 'change:'
const MAX_SOURCES = 1_000
const MAX_CHANGES = 1_000

export type ChangeReceiver = { accept: (line: string) => void; stop: () => void }
export type ReceiverOptions = {
  onTags: (tags: string[]) => void
  /** False: from now on, changes may be missed. */
  onConnection: (isConnected: boolean) => void
  log: Pick<Logger, 'warn' | 'info'>
  registry: Registry
}

export function createChangeReceiver(options: ReceiverOptions): ChangeReceiver {
  const { onTags, onConnection, log, registry } = options
  const sources = new LRUCache<string, { n: number; at: number }>({ max: MAX_SOURCES })
  const told = new LRUCache<string, true>({ max: MAX_CHANGES })
  let heardAt = Number.NEGATIVE_INFINITY
  let isConnected: boolean | undefined
  new Gauge({
    name: 'pardeh_changes_heard',
    help: 'Whether this node hears of changes of the catalogue',
    registers: [registry],
    collect() {
      this.set(isConnected ? 1 : 0)
    },
  })

  function accept(text: string): void {
    const line = parseChange(text)
    if (!line) return
    const change = line.tags ? 1 : 0
    const known = sources.get(line.from)?.n ?? (hearsAnother() ? line.n - change : null)
    heardAt = performance.now()
    sources.set(line.from, { n: Math.max(line.n, known ?? 0), at: heardAt })
    if (known === null || line.n > known + change) onTags(['*'])
    else if (line.tags && line.n === known + 1) tell(line.tags)
    connect(true)
  }

  /** Nothing was missed before a new source, while another one was heard. */
  function hearsAnother(): boolean {
    const since = performance.now() - CUT_OFF_MS
    return [...sources.values()].some(({ at }) => at > since)
  }

  function tell(tags: string[]): void {
    const id = tags.find(tag => tag.startsWith(CHANGE_ID))
    if (id && told.has(id)) return
    if (id) told.set(id, true)
    onTags(tags.filter(tag => tag !== id))
  }

  function connect(next: boolean): void {
    if (isConnected === next) return
    if (!next) log.warn('cut off from changes: pages are rendered again for each visitor')
    else if (isConnected === false) log.info('changes are heard again')
    isConnected = next
    onConnection(next)
  }

  const timer = setInterval(() => {
    if (performance.now() - heardAt > CUT_OFF_MS) connect(false)
  }, HEARTBEAT_MS / 2)
  timer.unref()
  return { accept, stop: () => clearInterval(timer) }
}
