import type { CacheProvider } from 'astro'
import { runtime } from '../runtime.ts'

/**
 * Astro's route cache speaks to us as to a CDN: it writes the directives of `Astro.cache.set` into headers, and the HTTP
 * layer keeps the finished reply by them. A CDN before us reads the same headers.
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
