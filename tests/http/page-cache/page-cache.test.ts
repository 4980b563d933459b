import { describe, expect, it, vi } from 'vitest'
import {
  type CachedPage,
  createPageCache,
  expirePagesTwice,
} from '#src/http/page-cache/page-cache.ts'

function aPage({ tags = [] as string[], size = 100 } = {}): CachedPage {
  return {
    status: 200,
    headers: {},
    bodies: { br: Buffer.alloc(size) },
    etag: '"x"',
    tags,
    freshUntil: Number.POSITIVE_INFINITY,
    staleUntil: Number.POSITIVE_INFINITY,
  }
}

describe('the store of the page cache', () => {
  it('drops exactly the pages with an invalidated tag', () => {
    const pages = createPageCache(1_000_000)
    pages.set('/', aPage({ tags: ['home', 'catalogue'] }))
    pages.set('/faq', aPage({ tags: ['pages'] }))
    expect(pages.invalidate(['catalogue', 'unknown'])).toBe(1)
    expect(pages.get('/')).toBeUndefined()
    expect(pages.get('/faq')).toBeDefined()
  })

  it('drops all pages if it is unknown what changed', () => {
    const pages = createPageCache(1_000_000)
    pages.set('/', aPage({ tags: ['home'] }))
    pages.set('/faq', aPage())
    expect(pages.invalidate(['*'])).toBe(2)
    expect([pages.get('/'), pages.get('/faq'), pages.bytes()]).toEqual([undefined, undefined, 0])
  })

  it('retains all pages if changes may have been missed, and takes them to be stale', () => {
    vi.useFakeTimers()
    const pages = createPageCache(1_000_000)
    pages.set('/', aPage({ tags: ['home'] }))
    const generation = pages.generation()
    expirePagesTwice(pages)
    expect(pages.get('/')).toMatchObject({ freshUntil: 0, staleUntil: Number.POSITIVE_INFINITY })
    expect(pages.generation()).not.toBe(generation)
    // Another node may have rendered this one before it heard of a change.
    pages.set('/', aPage({ tags: ['home'] }))
    vi.runAllTimers()
    vi.useRealTimers()
    expect(pages.get('/')?.freshUntil).toBe(0)
  })

  it('has a new generation after each invalidation, whatever was dropped', () => {
    const pages = createPageCache(1_000_000)
    const seen = new Set([pages.generation()])
    for (const tags of [['catalogue'], [], ['*']]) {
      pages.invalidate(tags)
      seen.add(pages.generation())
    }
    expect(seen.size).toBe(4)
  })

  it('stays within its size by dropping the least recently used pages', () => {
    const pages = createPageCache(20_000)
    for (let index = 0; index < 50; index++) {
      pages.set(`/${index}`, aPage({ size: 500 }))
      pages.get('/0')
    }
    expect(pages.bytes()).toBeLessThanOrEqual(20_000)
    expect(pages.get('/0')).toBeDefined()
    expect(pages.get('/1')).toBeUndefined()
    expect(pages.get('/49')).toBeDefined()
  })

  it('does not store a page that is larger than the whole store', () => {
    const pages = createPageCache(10_000)
    pages.set('/small', aPage({ size: 100 }))
    pages.set('/large', aPage({ size: 20_000 }))
    expect([pages.get('/large'), pages.get('/small') !== undefined]).toEqual([undefined, true])
  })

  it('stores nothing if its size is zero', () => {
    const pages = createPageCache(0)
    pages.set('/', aPage())
    expect(pages.get('/')).toBeUndefined()
  })

  it('counts all memory of a page: key, tags, etag, headers and every buffer that its bodies keep alive', () => {
    const bytesOf = (key: string, page: CachedPage) => {
      const pages = createPageCache(10_000_000)
      pages.set(key, page)
      return pages.bytes()
    }
    const least = bytesOf('/', aPage())
    expect(bytesOf(`/${'a'.repeat(300)}`, aPage())).toBe(least + 300)
    expect(bytesOf('/', aPage({ tags: ['home', 'x'.repeat(50)] }))).toBe(least + 54)
    const headers = { policy: 'p'.repeat(2_000) }
    expect(bytesOf('/', { ...aPage(), headers })).toBeGreaterThanOrEqual(least + 2_000)
    const large = Buffer.alloc(60_000)
    const part = { ...aPage(), bodies: { br: large.subarray(0, 100) } }
    expect(bytesOf('/', part)).toBe(least - 100 + 60_000)
    const both = { ...aPage(), bodies: { br: Buffer.alloc(100), gzip: Buffer.alloc(200) } }
    expect(bytesOf('/', both)).toBeGreaterThanOrEqual(least + 200)
  })

  it('shares headers among the pages that have the same', () => {
    const pages = createPageCache(10_000_000)
    const policy = 'p'.repeat(2_000)
    pages.set('/0', { ...aPage(), headers: { policy } })
    const first = pages.bytes()
    for (let index = 1; index < 10; index++)
      pages.set(`/${index}`, { ...aPage(), headers: { policy } })
    expect(pages.bytes()).toBeLessThan(first * 10 - 9 * 2_000)
    expect(pages.get('/9')?.headers).toBe(pages.get('/0')?.headers)
  })

  it('adds bodies to a page, but not to a page that has replaced it', () => {
    const pages = createPageCache(1_000_000)
    pages.set('/', { ...aPage(), isFirst: true })
    const [before, bytes] = [pages.get('/') as CachedPage, pages.bytes()]
    const gzip = Buffer.alloc(50)
    pages.setBodies('/', before, { gzip })
    expect(pages.get('/')).toEqual({ ...aPage(), bodies: { ...before.bodies, gzip } })
    expect(pages.bytes()).toBeGreaterThanOrEqual(bytes + 50)
    pages.setBodies('/', before, { br: Buffer.alloc(7) })
    expect(pages.get('/')?.bodies.br?.length).toBe(100)
    pages.invalidate(['*'])
    pages.setBodies('/', before, { gzip })
    expect(pages.get('/')).toBeUndefined()
  })
})
