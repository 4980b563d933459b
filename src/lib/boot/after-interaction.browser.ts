/** What waits for the first interaction: whoever leaves at once needs none of it. */
import { preloadFiles } from '../hydration/preload-files.ts'
import { maySpend, prefetchOnIntent } from '../navigation/prefetch.browser.ts'

prefetchOnIntent()
linkManifest()
// Without a connection the next page tries again.
if (import.meta.env.PROD) import('./service-worker.browser.ts').catch(() => {})
if (maySpend()) whenIdle(preloadIslands)

/** Only installing the site needs it. */
function linkManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/site.webmanifest'
  document.head.append(link)
}

/** Loads the scripts of islands that the viewer may open next, without running them. */
function preloadIslands(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-files]'))
    if (!element.closest('[data-avatar][hidden]')) preloadFiles(element)
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, 1_000)
}
