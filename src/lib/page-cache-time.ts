/** Cache times of public pages: fresh for `maxAge`, then stale while the server revalidates them. */
const FRESH_SECONDS = 300
const STALE_SECONDS = 86_400

type Cacheable = {
  cache: { set: (options: { maxAge: number; swr: number; tags: string[] }) => void }
}

/**
 * Sets the cache lifetime of a page and its tags. `tags` name the data of the page; a change of that data invalidates
 * the page. Every page includes the header and the banner.
 * @param freshSeconds shorter lifetime for pages that show what is on now
 */
export function setPageCacheTime(
  page: Cacheable,
  tags: string[],
  freshSeconds = FRESH_SECONDS,
): void {
  const maxAge = Math.max(1, Math.min(FRESH_SECONDS, freshSeconds))
  page.cache.set({ maxAge, swr: STALE_SECONDS, tags: ['shell', ...tags] })
}
