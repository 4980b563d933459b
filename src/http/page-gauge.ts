import { Counter, Gauge, type Registry } from 'prom-client'
import type { PageCache, PageResult } from './page-store.ts'

/** How much of PAGE_CACHE_MB is used and how often it answers, for /metrics. */
export function registerPageGauge(
  registry: Registry,
  pages: Pick<PageCache, 'bytes' | 'counts'>,
): void {
  new Gauge({
    name: 'pardeh_page_cache_bytes',
    help: 'Memory of the rendered pages in the cache',
    registers: [registry],
    collect() {
      this.set(pages.bytes())
    },
  })
  new Counter({
    name: 'pardeh_page_cache_requests_total',
    help: 'Requests for catalogue pages, by what the cache had',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(pages.counts()))
        this.inc({ result: result as PageResult }, count)
    },
  })
}
