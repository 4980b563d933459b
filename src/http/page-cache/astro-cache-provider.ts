import type { CacheProvider } from 'astro'
import { runtime } from '../../runtime.ts'

/**
 * Turns `Astro.cache.set` of a page into response headers: pages.ts reads them to store the page in the page cache. A CDN in
 * front of this site reads the same headers.
 */
export default function pageCacheProvider(): CacheProvider {
  return {
    name: 'page-cache',
    setHeaders: ({ maxAge, swr, tags }) => {
      const headers = new Headers()
      if (maxAge !== undefined)
        headers.set('CDN-Cache-Control', `max-age=${maxAge}, stale-while-revalidate=${swr ?? 0}`)
      if (tags?.length) headers.set('Cache-Tag', tags.join(','))
      return headers
    },
    invalidate: async ({ tags }) => {
      runtime().pages.invalidate([tags ?? []].flat())
    },
  }
}
