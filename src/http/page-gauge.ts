import { Gauge, type Registry } from 'prom-client'
import type { PageCache } from './page-store.ts'

/** How much of PAGE_CACHE_MB is used, for /metrics. */
export function registerPageGauge(registry: Registry, pages: Pick<PageCache, 'bytes'>): void {
  new Gauge({
    name: 'pardeh_page_cache_bytes',
    help: 'Memory of the rendered pages in the cache',
    registers: [registry],
    collect() {
      this.set(pages.bytes())
    },
  })
}
