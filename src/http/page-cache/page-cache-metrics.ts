import { Counter, Gauge, type Registry } from 'prom-client'
import type { PageCache, PageResult } from './page-cache.ts'

/** Adds to /metrics how much of PAGE_CACHE_MB is used and how often the page cache answers. */
export function registerPageCacheMetrics(
  registry: Registry,
  pages: Pick<PageCache, 'bytes' | 'counts'>,
): void {
  new Gauge({
    name: 'pardeh_page_cache_bytes',
    help: 'Memory that the rendered pages in the cache take',
    registers: [registry],
    collect() {
      this.set(pages.bytes())
    },
  })
  new Counter({
    name: 'pardeh_page_cache_requests_total',
    help: 'Requests for catalogue pages, by the state of the page in the cache',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(pages.counts()))
        this.inc({ result: result as PageResult }, count)
    },
  })
}
