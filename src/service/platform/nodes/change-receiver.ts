/**
 * Receives changes from any number of service nodes, each over one or several ways, and reports each change once. It also reports
 * that changes may have been missed: then all pages may be out of date, but are better than none.
 */
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { HEARTBEAT_MS, parseChange } from './change-feed.ts'

/** Time without a heartbeat of any service node after which this node is cut off. */
export const CUT_OFF_MS = 3 * HEARTBEAT_MS
/** Prefix of a tag that no page has. It identifies a change, which may arrive in several ways. */
export const CHANGE_ID = 'change:'
const MAX_SOURCES = 1_000
const MAX_CHANGES = 1_000

export type ChangeReceiver = { accept: (line: string) => void; stop: () => void }
export type ReceiverOptions = {
  onTags: (tags: string[]) => void
  /** Called if changes may have been missed. */
  onMissed: () => void
  /** False means that changes may be missed from now on. */
  onConnection: (isConnected: boolean) => void
  log: Pick<Logger, 'warn' | 'info'>
  registry: Registry
}

export function createChangeReceiver(options: ReceiverOptions): ChangeReceiver {
  const { onTags, onMissed, onConnection, log, registry } = options
  const sources = new LRUCache<string, { n: number; at: number }>({ max: MAX_SOURCES })
  const told = new LRUCache<string, true>({ max: MAX_CHANGES })
  let heardAt = Number.NEGATIVE_INFINITY
  let isConnected: boolean | undefined
  new Gauge({
    name: 'pardeh_changes_heard',
    help: '1 if this node learns of changes of the catalogue, otherwise 0',
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
    if (known === null || line.n > known + change) onMissed()
    else if (line.tags && line.n === known + 1) tell(line.tags)
    connect(true)
  }

  /** True if another source was heard lately: then nothing was missed before a new source. */
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
    if (!next)
      log.warn('no connection to any service node: pages are rendered again for each visitor')
    else if (isConnected === false) log.info('connected to service nodes again')
    isConnected = next
    onConnection(next)
  }

  const timer = setInterval(() => {
    if (performance.now() - heardAt > CUT_OFF_MS) connect(false)
  }, HEARTBEAT_MS / 2)
  timer.unref()
  return { accept, stop: () => clearInterval(timer) }
}
