/** Work that waits for the first interaction, because visitors who leave at once do not need it. */
import { preloadFiles } from '../hydration/preload-files.ts'
import { mayPrefetch, prefetchOnIntent } from '../navigation/prefetch.browser.ts'
import { whenIdle } from './when-idle.ts'

prefetchOnIntent()
linkManifest()
playHeroTrailers()
// The next page tries again if there is no connection.
if (import.meta.env.PROD) import('./service-worker.browser.ts').catch(() => {})
if (mayPrefetch()) whenIdle(preloadIslands, { pause: 1_000 })

/** Trailers need the player, which is too heavy for a page that its visitor has not used yet. */
function playHeroTrailers(): void {
  const hero = document.querySelector<HTMLElement>('[data-hero]')
  if (!hero?.querySelector('[data-trailer]')) return
  if (!matchMedia('(min-width: 60rem) and (hover: hover)').matches) return
  import('../catalogue/hero-trailer.browser.ts').then(
    it => it.initHeroTrailers(hero),
    () => {},
  )
}

/** The browser needs the manifest only to install the site. */
function linkManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/site.webmanifest'
  document.head.append(link)
}

/** Loads the scripts of islands that the viewer may open next, without running them. */
function preloadIslands(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-files]'))
    if ('signedIn' in document.documentElement.dataset || !element.closest('[data-avatar]'))
      preloadFiles(element)
}
