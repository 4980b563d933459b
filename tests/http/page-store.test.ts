import { describe, expect, it } from 'vitest'
import { type CachedPage, createPageCache } from '#src/http/page-store.ts'

function aPage({ tags = [] as string[], size = 100 } = {}): CachedPage {
  return {
    status: 200,
    headers: {},
    bodies: { identity: Buffer.alloc(size) },
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
    const pages = createPageCache(10_000)
    for (let index = 0; index < 50; index++) {
      pages.set(`/${index}`, aPage({ size: 500 }))
      pages.get('/0')
    }
    expect(pages.bytes()).toBeLessThanOrEqual(10_000)
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
})
