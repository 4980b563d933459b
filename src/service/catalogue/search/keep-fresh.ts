import type { Logger } from 'pino'
import type { SearchEngine } from './search-engine.ts'

/** Minimum time between two refreshes: a large import reports a change with each batch. */
const EVERY_MS = 2_000
/** Changes whose notification was lost are found this late, or by the next search. */
const FALLBACK_MS = 30_000

export type FreshSearch = {
  /** Reports that the catalogue has changed. */
  expectChange: () => void
  stop: () => void
}

/**
 * Loads the catalogue at the start and then its changes, even without searches: during a large import, the next search
 * would otherwise see an outdated state.
 */
export function keepSearchFresh(engine: SearchEngine, log: Logger): FreshSearch {
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let isExpecting = false
  let isRefreshing = false
  let endedAt = 0
  const next = async () => {
    isRefreshing = true
    isExpecting = false
    try {
      await engine.refresh()
      isFailing = false
    } catch (error) {
      if (!isFailing && !isOver) log.warn({ err: error }, 'search is not up to date')
      isFailing = true
    }
    isRefreshing = false
    endedAt = performance.now()
    schedule()
  }
  const schedule = () => {
    if (isOver || isRefreshing) return
    clearTimeout(timer)
    const isSoon = isExpecting || isFailing || !engine.isReady()
    const pause = isSoon ? EVERY_MS : FALLBACK_MS
    timer = setTimeout(next, Math.max(0, endedAt + pause - performance.now())).unref()
  }
  void next()
  return {
    expectChange: () => {
      isExpecting = true
      schedule()
    },
    stop: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}
