import type { Logger } from 'pino'
import type { SearchEngine } from './search-engine.ts'

const EVERY_MS = 2_000

/**
 * Loads the catalogue at the start and then its changes, even without searches: during a large import, the next search
 * would otherwise see an outdated state.
 * @returns the function that stops it
 */
export function keepSearchFresh(engine: SearchEngine, log: Logger): () => void {
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const next = async () => {
    try {
      await engine.refresh()
      isFailing = false
    } catch (error) {
      if (!isFailing && !isOver) log.warn({ err: error }, 'search is not up to date')
      isFailing = true
    }
    if (!isOver) timer = setTimeout(next, EVERY_MS).unref()
  }
  void next()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
