/** Cache times of public pages: fresh for `maxAge`, then stale while the server revalidates them. */
const FRESH_SECONDS = 300
const STALE_SECONDS = 86_400

type Cacheable = {
  cache: { set: (options: { maxAge: number; swr: number; tags: string[] }) => void }
}

/**
 * `tags` name the data of the page; a change of the data invalidates them. Every page shows the header and the banner.
 * @param freshSeconds of a page that says what is on now
 */
export function cachePage(page: Cacheable, tags: string[], freshSeconds = FRESH_SECONDS): void {
  const maxAge = Math.max(1, Math.min(FRESH_SECONDS, freshSeconds))
  page.cache.set({ maxAge, swr: STALE_SECONDS, tags: ['shell', ...tags] })
}
