import { describe, expect, it } from 'vitest'
import { type CachedPage, createPageCache } from '#src/http/page-cache.ts'

function aPage(tags: string[], size = 100): CachedPage {
  const body = Buffer.alloc(size)
  return {
    status: 200,
    headers: {},
    bodies: { identity: body, br: body, gzip: body },
    etag: '"x"',
    tags,
    freshUntil: Number.POSITIVE_INFINITY,
    staleUntil: Number.POSITIVE_INFINITY,
  }
}

describe('the page cache', () => {
  it('drops what carries an invalidated tag and nothing else', () => {
    const pages = createPageCache(1_000_000)
    pages.set('/', aPage(['home', 'catalogue']))
    pages.set('/faq', aPage(['pages']))
    expect(pages.invalidate(['catalogue'])).toBe(1)
    expect(pages.get('/')).toBeUndefined()
    expect(pages.get('/faq')).toBeDefined()
  })

  it('tells that something was invalidated while a page was being made', () => {
    const pages = createPageCache(1_000_000)
    const before = pages.generation()
    pages.invalidate(['catalogue'])
    expect(pages.generation()).not.toBe(before)
  })

  it('stays within its size by dropping what was asked for longest ago', () => {
    const pages = createPageCache(10_000)
    for (let index = 0; index < 50; index++) {
      pages.set(`/${index}`, aPage([], 500))
      pages.get('/0')
    }
    expect(pages.bytes()).toBeLessThanOrEqual(10_000)
    expect(pages.get('/0')).toBeDefined()
    expect(pages.get('/1')).toBeUndefined()
    expect(pages.get('/49')).toBeDefined()
  })
})
