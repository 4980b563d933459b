/** The pages in the cache: bounded by size, dropped by tags. */
import { LRUCache } from 'lru-cache'
import type { Asset } from './compress.ts'

/** Times are in milliseconds since 1970; `bodies` gets a coding when it is first asked for. */
export type CachedPage = Asset & {
  status: number
  tags: string[]
  freshUntil: number
  staleUntil: number
}
/** A compressed body is about a seventh of the plain one, and there may be two. */
const WITH_CODINGS = 1.3
const ENTRY_BYTES = 1_024

export type PageCache = {
  get: (key: string) => CachedPage | undefined
  set: (key: string, page: CachedPage) => void
  /** Drops pages with one of these tags, or all of them for `*`. Returns how many. */
  invalidate: (tags: readonly string[]) => number
  /** Changes with every invalidation: a page whose rendering began before one must not be stored after it. */
  generation: () => number
  /** False while invalidations may be missed: then a page is rendered again after each visitor who was given it. */
  isConnected: () => boolean
  setConnected: (isConnected: boolean) => void
  bytes: () => number
}

/** With 0 bytes it stores nothing. */
export function createPageCache(maxBytes: number): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ bodies }) => Math.ceil(bodies.identity.length * WITH_CODINGS) + ENTRY_BYTES,
  })
  let generation = 0
  let isConnected = true
  return {
    get: key => pages.get(key),
    set: (key, page) => void pages.set(key, page),
    invalidate: tags => {
      generation++
      const outdated = new Set(tags)
      const keys = [...pages.entries()]
        .filter(([, page]) => outdated.has('*') || page.tags.some(tag => outdated.has(tag)))
        .map(([key]) => key)
      for (const key of keys) pages.delete(key)
      return keys.length
    },
    generation: () => generation,
    isConnected: () => isConnected,
    setConnected: next => {
      isConnected = next
    },
    bytes: () => pages.calculatedSize,
  }
}
