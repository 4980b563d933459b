/** The pages in the cache: bounded by the memory that they take, dropped by tags. */
import { LRUCache } from 'lru-cache'
import type { PageBodies } from './page-bodies.ts'

/** Times are in milliseconds since 1970. */
export type CachedPage = {
  status: number
  /** Without the etag. */
  headers: Record<string, string>
  etag: string
  tags: string[]
  bodies: PageBodies
  /** Its bodies are compressed as for the first visitor, who waited for them. */
  isFirst?: boolean
  freshUntil: number
  staleUntil: number
}
/** Most pages have the same headers, of which the policy alone is 2 KB. */
const SHARED_HEADERS = 256
/** What a page takes beside bodies and texts: its objects and its place in the cache (measured over 20,000 pages). */
const ENTRY_BYTES = 1_024
/** What V8 and the allocator add to a body. */
const BODY_BYTES = 256

export type PageCache = {
  get: (key: string) => CachedPage | undefined
  set: (key: string, page: CachedPage) => void
  delete: (key: string) => void
  /** Replaces or adds bodies of a page, unless another one has taken its place. */
  setBodies: (key: string, page: CachedPage, bodies: PageBodies) => void
  /** Drops pages with one of these tags, or all of them for `*`. Returns how many. */
  invalidate: (tags: readonly string[]) => number
  /** Changes with every invalidation: a page whose rendering began before one must not be stored after it. */
  generation: () => number
  /** False while invalidations may be missed: then a page is rendered again after each visitor who was given it. */
  isConnected: () => boolean
  setConnected: (isConnected: boolean) => void
  bytes: () => number
  /** Counts a request for a page that may be cached, for /metrics. */
  count: (result: PageResult) => void
  counts: () => Readonly<Record<PageResult, number>>
}
/** `stale`: served from the cache while it is rendered again. */
export type PageResult = 'hit' | 'stale' | 'miss'

/** Where nothing stands any more, or it stands elsewhere. */
const ENDED = new Set([301, 302, 303, 307, 308, 404, 410, 451])

/** Whether a reply takes the place of a page that was stored; a failure does not: the older page is better than none. */
export function hasEnded(status: number): boolean {
  return ENDED.has(status)
}

/** With 0 bytes it stores nothing. */
export function createPageCache(maxBytes: number): PageCache {
  const pages = new LRUCache<string, CachedPage>({ maxSize: Math.max(1, maxBytes) })
  const known = new LRUCache<string, Headers>({ max: SHARED_HEADERS })
  let generation = 0
  const counts: Record<PageResult, number> = { hit: 0, stale: 0, miss: 0 }
  let isConnected = true

  function store(key: string, page: CachedPage): void {
    const text = JSON.stringify(page.headers)
    const headers = known.get(text)
    if (!headers) known.set(text, page.headers)
    const size = bytesOf(key, page) + (headers ? 0 : text.length)
    pages.set(key, headers ? { ...page, headers } : page, { size })
  }

  return {
    get: key => pages.get(key),
    set: store,
    delete: key => void pages.delete(key),
    setBodies: (key, page, bodies) => {
      if (pages.peek(key) !== page) return
      const { isFirst: _, ...rest } = page
      store(key, { ...rest, bodies: { ...page.bodies, ...bodies } })
    },
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
    count: result => {
      counts[result]++
    },
    counts: () => counts,
  }
}

type Headers = CachedPage['headers']

function bytesOf(key: string, { etag, tags, bodies }: CachedPage): number {
  let sum = ENTRY_BYTES + key.length + etag.length
  for (const tag of tags) sum += tag.length
  // A part of larger memory keeps all of it.
  for (const { buffer } of Object.values(bodies)) sum += buffer.byteLength + BODY_BYTES
  return sum
}
