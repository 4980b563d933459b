/** Whole replies of catalogue pages by key (page-key.ts), compressed once. Asked at the socket before anything else runs. */

export type CachedPage = {
  status: number
  headers: Record<string, string>
  /** By content coding; br and gzip are made when the first visitor asks for them. */
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }
  etag: string
  tags: string[]
  freshUntil: number
  staleUntil: number
}
/** A compressed body is about a seventh of the plain one, and there may be two. */
const WITH_CODINGS = 1.3
const OVERHEAD = 1_024

/** A page that is asked for moves to the young end, unless fewer pages than this part of all have come since it last did. */
const STILL_YOUNG = 0.1
/** `movedAt`: how many pages had been stored when it was last moved to the young end. */
type Entry = { page: CachedPage; movedAt: number }

export type PageCache = {
  get: (key: string) => CachedPage | undefined
  set: (key: string, page: CachedPage) => void
  invalidate: (tags: string[]) => number
  clear: () => void
  /** Changes with every invalidation: a page rendered before one is not kept after it. */
  generation: () => number
  bytes: () => number
}

export function createPageCache(maxBytes: number): PageCache {
  const pages = new Map<string, Entry>()
  let bytes = 0
  let generation = 0
  let stored = 0
  const sizeOf = ({ bodies }: CachedPage) =>
    Math.ceil(bodies.identity.length * WITH_CODINGS) + OVERHEAD
  const drop = (key: string, { page }: Entry) => {
    pages.delete(key)
    bytes -= sizeOf(page)
  }
  return {
    get: key => {
      const entry = pages.get(key)
      if (!entry) return undefined
      if (stored - entry.movedAt > pages.size * STILL_YOUNG) {
        pages.delete(key)
        pages.set(key, entry)
        entry.movedAt = stored
      }
      return entry.page
    },
    set: (key, page) => {
      const earlier = pages.get(key)
      if (earlier) drop(key, earlier)
      pages.set(key, { page, movedAt: ++stored })
      bytes += sizeOf(page)
      for (const [oldest, old] of pages) {
        if (bytes <= maxBytes) break
        drop(oldest, old)
      }
    },
    invalidate: tags => {
      generation++
      const wanted = new Set(tags)
      let count = 0
      for (const [key, entry] of [...pages]) {
        if (!entry.page.tags.some(tag => wanted.has(tag))) continue
        drop(key, entry)
        count++
      }
      return count
    },
    clear: () => {
      generation++
      pages.clear()
      bytes = 0
    },
    generation: () => generation,
    bytes: () => bytes,
  }
}
