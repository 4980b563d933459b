/** How long session-free pages are kept: fresh for a while, then served once more while they are made anew. */
const FRESH_SECONDS = 300
const STALE_SECONDS = 86_400

type Cacheable = {
  cache: { set: (options: { maxAge: number; swr: number; tags: string[] }) => void }
}

/** `tags` say what the page shows; an import invalidates them. What header and banner show is on every page. */
export function cachePage(page: Cacheable, tags: string[]): void {
  page.cache.set({ maxAge: FRESH_SECONDS, swr: STALE_SECONDS, tags: ['shell', ...tags] })
}
