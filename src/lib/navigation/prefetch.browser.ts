import { barePath } from '../i18n/languages.ts'
import { hlsUrl } from '../player/hls-url.ts'

/** Prefetches a page when its link is hovered, focused or touched. */
const INTENT_MS = 65
/** Public pages: identical for every viewer, without side effects, cached by the server. */
const SHARED =
  /^\/($|contents|artists\/|categories|cinema-online|apps|faq|contact-us|rules|about|privacy|smart-tv)/

/** Pages of the player. They take a lease of a stream, so only their engine is loaded in advance. */
const PLAYER = /^\/play\//

export function prefetchOnIntent(): void {
  if (mayPrefetch()) onLinkIntent(loadEngine)
  // Safari has no prefetch, and Firefox checks it against the pages' `default-src 'none'`. Only Chromium has
  // `connection`.
  if (!('connection' in navigator) || !mayPrefetch()) return
  const done = new Set([location.href])
  onLinkIntent(link => {
    if (!isPrefetchable(link) || done.has(link.href)) return
    done.add(link.href)
    const hint = document.createElement('link')
    hint.rel = 'prefetch'
    hint.href = link.href
    document.head.append(hint)
  })
}

/** Calls `act` with each link that is hovered for a moment, focused or touched. */
function onLinkIntent(act: (link: HTMLAnchorElement) => void): void {
  let timer = 0
  const wait = ({ target, type }: Pick<Event, 'target' | 'type'>) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]')
    clearTimeout(timer)
    if (!link) return
    timer = setTimeout(() => act(link), type === 'pointerover' ? INTENT_MS : 0) as unknown as number
  }
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    addEventListener(sign, wait, { passive: true })
  // A link may be hovered before this script runs.
  const hovered = document.querySelector('a:hover')
  if (hovered) wait({ target: hovered, type: 'pointerover' })
}

/** Loads the engine of the player, the largest file of its page, before a link to the player is followed. */
function loadEngine(link: HTMLAnchorElement): void {
  if (link.origin !== location.origin || !PLAYER.test(barePath(link.pathname))) return
  const href = hlsUrl(null)
  if (document.querySelector(`link[href="${href}"]`)) return
  const hint = document.createElement('link')
  hint.rel = 'modulepreload'
  hint.href = href
  document.head.append(hint)
}

/** False with data saving or on 2G. */
export function mayPrefetch(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '')
}

function isPrefetchable(link: HTMLAnchorElement): boolean {
  return (
    link.origin === location.origin &&
    !link.target &&
    link.dataset.noPrefetch === undefined &&
    SHARED.test(barePath(link.pathname))
  )
}
