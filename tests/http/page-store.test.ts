import { describe, expect, it } from 'vitest'
import { type CachedPage, createPageCache } from '#src/http/page-store.ts'

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
  it('drops what carries an invalidated tag and nothing else', () => {
    const pages = createPageCache(1_000_000)
    pages.set('/', aPage({ tags: ['home', 'catalogue'] }))
    pages.set('/faq', aPage({ tags: ['pages'] }))
    expect(pages.invalidate(['catalogue', 'unknown'])).toBe(1)
    expect(pages.get('/')).toBeUndefined()
    expect(pages.get('/faq')).toBeDefined()
  })

  it('drops all pages when nobody knows what changed', () => {
    const pages = createPageCache(1_000_000)
    pages.set('/', aPage({ tags: ['home'] }))
    pages.set('/faq', aPage())
    expect(pages.invalidate(['*'])).toBe(2)
    expect([pages.get('/'), pages.get('/faq'), pages.bytes()]).toEqual([undefined, undefined, 0])
  })

  it('has another generation after each invalidation, whatever it dropped', () => {
    const pages = createPageCache(1_000_000)
    const seen = new Set([pages.generation()])
    for (const tags of [['catalogue'], [], ['*']]) {
      pages.invalidate(tags)
      seen.add(pages.generation())
    }
    expect(seen.size).toBe(4)
  })

  it('stays within its size by dropping what was used longest ago', () => {
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

  it('does not store what alone is larger than its size', () => {
    const pages = createPageCache(10_000)
    pages.set('/small', aPage({ size: 100 }))
    pages.set('/large', aPage({ size: 20_000 }))
    expect([pages.get('/large'), pages.get('/small') !== undefined]).toEqual([undefined, true])
  })

  it('stores nothing when it has no size', () => {
    const pages = createPageCache(0)
    pages.set('/', aPage())
    expect(pages.get('/')).toBeUndefined()
  })

  it('counts all the memory of a page: key, tags, etag, headers of its own and what its bodies keep alive', () => {
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

  it('stores headers once that many pages have', () => {
    const pages = createPageCache(10_000_000)
    const policy = 'p'.repeat(2_000)
    pages.set('/0', { ...aPage(), headers: { policy } })
    const first = pages.bytes()
    for (let index = 1; index < 10; index++)
      pages.set(`/${index}`, { ...aPage(), headers: { policy } })
    expect(pages.bytes()).toBeLessThan(first * 10 - 9 * 2_000)
    expect(pages.get('/9')?.headers).toBe(pages.get('/0')?.headers)
  })

  it('adds bodies to a page, but not to one that has taken its place', () => {
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
