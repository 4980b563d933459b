/**
 * Inlined at the end of every page (scripts/astro-integration/inline-scripts.ts). Loads the boot script and renders
 * deferred parts once the page's largest picture is painted, because they would compete with it for bandwidth and
 * processor. Pages without such a picture start at once.
 */

import { loadAllStyles } from '../hydration/all-styles.browser.ts'
import { INTERACTION_EVENTS, renderDeferred } from './deferred-rendering.browser.ts'

const PATIENCE_MS = 1_500
/** Time from the load of the picture to its paint, in browsers that do not report the paint. */
const PAINT_MS = 150

addEventListener('pardeh:hydrating', loadAllStyles, { once: true })

const settled = new AbortController()
const start = async (act?: Event) => {
  if (settled.signal.aborted) return
  settled.abort()
  clearTimeout(late)
  renderDeferred({ atOnce: act !== undefined })
  await self.polyfills
  for (const path of document.body.dataset.boot?.split(' ') ?? [])
    void import(/* @vite-ignore */ path)
}
const late = setTimeout(start, PATIENCE_MS)
const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
if (picture) update(picture)
else requestAnimationFrame(() => setTimeout(start))
if (document.hidden) start()
for (const event of INTERACTION_EVENTS)
  addEventListener(event, start, { signal: settled.signal, passive: true })

function update(largest: HTMLImageElement): void {
  const arrived = () => setTimeout(start, PAINT_MS)
  if (largest.complete) arrived()
  for (const event of ['load', 'error'])
    largest.addEventListener(event, arrived, { signal: settled.signal })
  const type = 'largest-contentful-paint'
  if (!PerformanceObserver.supportedEntryTypes?.includes(type)) return
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if ('element' in entry && entry.element === largest) start()
  }).observe({ type, buffered: true })
}
