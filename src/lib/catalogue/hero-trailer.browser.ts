/** Plays the silent trailer of the slide that the hero shows. On any failure the picture stays. */
import { HERO_TRAILER_MS } from '#src/contract/limits.ts'
import { loadAllStyles } from '../hydration/all-styles.browser.ts'
import { mayPreview, previewViewer } from './preview-rules.ts'
import { playSilently } from './silent-trailer.ts'

const WIDE = '(min-width: 60rem)'
/** Share of the hero that must be in view. */
const IN_VIEW = 0.5

/** Plays the trailer of each slide that has been shown for HERO_TRAILER_MS. */
export function initHeroTrailers(hero: HTMLElement): void {
  const button = createButton(hero.dataset.stopLabel ?? '')
  /** Slides whose trailer has ended or failed on this page. */
  const done = new Set<HTMLElement>()
  let isInView = true
  /** True if the viewer has stopped trailers and slides. */
  let isStill = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: AbortController | null = null

  function stop() {
    clearTimeout(timer)
    current?.abort()
    current = null
    // The slides turn again, unless the viewer has stopped them.
    hero.toggleAttribute('data-held', isStill)
  }
  function startLater() {
    stop()
    timer = setTimeout(start, HERO_TRAILER_MS)
  }
  function start() {
    const slide = hero.querySelector<HTMLElement>('[data-active][data-trailer]')
    const frame = slide?.querySelector('.hero-image')
    if (!slide || !frame || done.has(slide) || !mayPlay()) return
    const playing = new AbortController()
    current = playing
    const end = () => {
      if (playing.signal.aborted) return
      done.add(slide)
      stop()
    }
    const begin = () => {
      hero.dataset.held = ''
      const dots = hero.querySelector('[data-hero-dots]')
      if (!button.isConnected) void loadAllStyles().then(() => dots?.append(button))
    }
    playSilently(frame, slide.dataset.trailer ?? '', { signal: playing.signal, end, begin })
  }
  function mayPlay() {
    const viewer = previewViewer()
    return isInView && !isStill && !document.hidden && mayPreview(viewer) && viewer.matches(WIDE)
  }

  hero.addEventListener('pardeh:slide', startLater)
  document.addEventListener('visibilitychange', () => (document.hidden ? stop() : startLater()))
  addEventListener('pagehide', stop)
  button.addEventListener('click', () => {
    isStill = !isStill
    button.setAttribute('aria-pressed', String(isStill))
    if (isStill) return stop()
    done.clear()
    start()
  })
  new IntersectionObserver(
    ([entry]) => {
      const wasInView = isInView
      isInView = (entry?.intersectionRatio ?? 0) >= IN_VIEW
      if (!isInView) stop()
      else if (!wasInView) startLater()
    },
    { threshold: IN_VIEW },
  ).observe(hero)
  startLater()
}

/** Creates the button that stops trailers and slides, and lets them continue. */
function createButton(label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'hero-motion'
  button.setAttribute('aria-label', label)
  button.setAttribute('aria-pressed', 'false')
  return button
}
