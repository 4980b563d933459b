/** Restores the scroll positions of carousels. */
const STORAGE_PREFIX = 'rows:'

export function initCarousels(): void {
  const storageKey = STORAGE_PREFIX + location.pathname
  const stored = readPositions(storageKey)
  const rows = document.querySelectorAll<HTMLElement>('[data-row]')
  for (const row of rows) {
    const scroller = row.querySelector('[data-scroll]')
    const left = stored[row.dataset.row ?? '']
    if (scroller && left) scroller.scrollLeft = left
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
