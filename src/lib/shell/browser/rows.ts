const KEPT = 'rows:'

/** Arrows of carousels, and their place kept for the way back. */
export function moveRows(): void {
  const place = KEPT + location.pathname
  const kept = readPlaces(place)
  for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) {
    const scroller = row.querySelector<HTMLElement>('[data-scroll]')
    const back = row.querySelector<HTMLElement>('[data-row-back]')
    const next = row.querySelector<HTMLElement>('[data-row-next]')
    if (!scroller) continue
    const sign = getComputedStyle(scroller).direction === 'rtl' ? -1 : 1
    const update = () => {
      const at = Math.abs(scroller.scrollLeft)
      if (back) back.hidden = at < 4
      if (next) next.hidden = at > scroller.scrollWidth - scroller.clientWidth - 4
    }
    const move = (by: 1 | -1) =>
      scroller.scrollBy({ left: by * sign * scroller.clientWidth * 0.85, behavior: 'smooth' })
    back?.addEventListener('click', () => move(-1))
    next?.addEventListener('click', () => move(1))
    const id = row.dataset.row ?? ''
    if (kept[id]) scroller.scrollLeft = kept[id]
    scroller.addEventListener('scroll', update, { passive: true })
    new ResizeObserver(update).observe(scroller)
  }
  addEventListener('pagehide', () => {
    const places: Record<string, number> = {}
    for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) {
      const left = row.querySelector('[data-scroll]')?.scrollLeft ?? 0
      if (left !== 0 && row.dataset.row) places[row.dataset.row] = left
    }
    sessionStorage.setItem(place, JSON.stringify(places))
  })
}

/** Only on the way back or after a reload: a fresh visit begins at the beginning. */
function readPlaces(key: string): Record<string, number> {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type !== 'back_forward' && entry?.type !== 'reload') return {}
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
