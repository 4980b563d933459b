/** The cache of rendered catalogue pages: limited by the memory that they take, invalidated by tags. */
import { LRUCache } from 'lru-cache'
import type { PageBodies } from './page-bodies.ts'

/** Times are in milliseconds since 1970. */
export type CachedPage = {
  status: number
  /** Response headers without the ETag. */
  headers: Record<string, string>
  etag: string
  tags: string[]
  bodies: PageBodies
  /** True if the bodies were compressed for the first visitor, fast and therefore larger. */
  isFirst?: boolean
  freshUntil: number
  staleUntil: number
}
/** Number of header sets to share. Most pages have the same headers, and the policy alone takes 2 KB. */
const SHARED_HEADERS = 256
/** Memory of a page besides bodies and strings, for its objects and its cache entry (measured over 20,000 pages). */
const ENTRY_BYTES = 1_024
/** Memory that V8 and the allocator add to a body. */
const BODY_BYTES = 256

export type PageCache = {
  get: (key: string) => CachedPage | undefined
  set: (key: string, page: CachedPage) => void
  delete: (key: string) => void
  /** Replaces or adds bodies of a page, unless the page itself has been replaced. */
  setBodies: (key: string, page: CachedPage, bodies: PageBodies) => void
  /** Drops pages with one of these tags, or all pages for the tag `*`. Returns the number of dropped pages. */
  invalidate: (tags: readonly string[]) => number
  /** Makes all pages stale, because changes may have been missed: each is served until it has been rendered again. */
  expire: () => void
  /** A number that changes with every invalidation. A page must not be stored if it changed while the page was rendered. */
  generation: () => number
  /** False while invalidations may be missed. Then every visit to a cached page renders it again. */
  isConnected: () => boolean
  setConnected: (isConnected: boolean) => void
  bytes: () => number
  /** Counts a request for a cacheable page, for /metrics. */
  count: (result: PageResult) => void
  counts: () => Readonly<Record<PageResult, number>>
}
/** A `stale` page is served from the cache while it is rendered again. */
export type PageResult = 'hit' | 'stale' | 'miss'

/** Statuses of pages that were removed or have moved. */
const REMOVED_OR_MOVED = new Set([301, 302, 303, 307, 308, 404, 410, 451])

/** A service node reads its version of the catalogue every second; until then it may still render the old state. */
const SETTLED_MS = 1_200

/** True if a reply with this status removes the stored page. A failure does not: the older page is better than none. */
export function replacesStoredPage(status: number): boolean {
  return REMOVED_OR_MOVED.has(status)
}

/** Drops pages by tags now and a second time after SETTLED_MS, because another node may still have rendered the old state. */
export function invalidatePagesTwice(
  pages: Pick<PageCache, 'invalidate'>,
  tags: readonly string[],
): void {
  pages.invalidate(tags)
  setTimeout(() => pages.invalidate(tags), SETTLED_MS).unref()
}

/** Makes pages stale now and a second time after SETTLED_MS, because another node may still have rendered the old state. */
export function expirePagesTwice(pages: Pick<PageCache, 'expire'>): void {
  pages.expire()
  setTimeout(pages.expire, SETTLED_MS).unref()
}

/** Creates a page cache of at most `maxBytes`. With 0 bytes it stores nothing. */
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
    expire: () => {
      generation++
      for (const page of pages.values()) page.freshUntil = 0
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
  // A slice retains the whole memory block.
  for (const { buffer } of Object.values(bodies)) sum += buffer.byteLength + BODY_BYTES
  return sum
}
