import { barePath } from '../i18n/languages.ts'

/** Prefetches a page when its link is hovered, focused or touched. */
const INTENT_MS = 65
/** Public pages: identical for every viewer, without side effects, cached by the server. */
const SHARED =
  /^\/($|contents|artists\/|categories|cinema-online|apps|faq|contact-us|rules|about|privacy|smart-tv)/

export function prefetchOnIntent(): void {
  // Safari has no prefetch, and Firefox checks it against the pages' `default-src 'none'`. Only Chromium has
  // `connection`.
  if (!('connection' in navigator) || !mayPrefetch()) return
  const done = new Set([location.href])
  let timer = 0
  const wait = ({ target, type }: Pick<Event, 'target' | 'type'>) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]')
    clearTimeout(timer)
    if (!link || !isPrefetchable(link) || done.has(link.href)) return
    const start = () => {
      done.add(link.href)
      const hint = document.createElement('link')
      hint.rel = 'prefetch'
      hint.href = link.href
      document.head.append(hint)
    }
    timer = setTimeout(start, type === 'pointerover' ? INTENT_MS : 0) as unknown as number
  }
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    addEventListener(sign, wait, { passive: true })
  // A link may be hovered before this script runs.
  const hovered = document.querySelector('a:hover')
  if (hovered) wait({ target: hovered, type: 'pointerover' })
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
