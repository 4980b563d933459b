/** Cache times of public pages: fresh for `maxAge`, then stale while the server revalidates them. */
const FRESH_SECONDS = 300
const STALE_SECONDS = 86_400

type Cacheable = {
  cache: { set: (options: { maxAge: number; swr: number; tags: string[] }) => void }
}

/** `tags` name the data of the page; a change of the data invalidates them. Every page shows the header and the banner. */
export function cachePage(page: Cacheable, tags: string[]): void {
  page.cache.set({ maxAge: FRESH_SECONDS, swr: STALE_SECONDS, tags: ['shell', ...tags] })
}
