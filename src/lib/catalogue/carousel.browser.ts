/** Arrow buttons of carousels, and the restoration of their scroll positions. */
const STORAGE_PREFIX = 'rows:'
const NEAR_END = 4
const PART = 0.85

export function initCarousels(): void {
  const storageKey = STORAGE_PREFIX + location.pathname
  const stored = readPositions(storageKey)
  const rows = document.querySelectorAll<HTMLElement>('[data-row]')
  for (const row of rows) {
    const scroller = row.querySelector<HTMLElement>('[data-scroll]')
    if (!scroller) continue
    const left = stored[row.dataset.row ?? '']
    if (left) scroller.scrollLeft = left
    // Measuring every row would force the layout of off-screen rows: the arrows start on hover or focus.
    const start = () => giveArrows(row, scroller)
    row.addEventListener('pointerenter', start, { once: true })
    row.addEventListener('focusin', start, { once: true })
  }
  addEventListener('pagehide', () => {
    const positions: Record<string, number> = {}
    for (const row of rows) {
      const left = row.querySelector('[data-scroll]')?.scrollLeft ?? 0
      if (left !== 0 && row.dataset.row) positions[row.dataset.row] = left
    }
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  })
}

function giveArrows(row: HTMLElement, scroller: HTMLElement): void {
  const back = row.querySelector<HTMLElement>('[data-row-back]')
  const next = row.querySelector<HTMLElement>('[data-row-next]')
  const sign = document.documentElement.dir === 'rtl' ? -1 : 1
  const update = () => {
    const at = Math.abs(scroller.scrollLeft)
    const isAtEnd = at > scroller.scrollWidth - scroller.clientWidth - NEAR_END
    if (back) back.hidden = at < NEAR_END
    if (next) next.hidden = isAtEnd
  }
  const move = (by: 1 | -1) =>
    scroller.scrollBy({ left: by * sign * scroller.clientWidth * PART, behavior: 'smooth' })
  back?.addEventListener('click', () => move(-1))
  next?.addEventListener('click', () => move(1))
  scroller.addEventListener('scroll', update, { passive: true })
  new ResizeObserver(update).observe(scroller)
}

/** Stored positions after back navigation or a reload; none for a new visit. */
function readPositions(key: string): Record<string, number> {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type !== 'back_forward' && entry?.type !== 'reload') return {}
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
