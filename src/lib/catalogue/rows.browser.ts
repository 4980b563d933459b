/** Restores the scroll positions of rows and loads the cards of later rows. */
import { tabStorage } from '../storage/web-storage.ts'
import { loadRows } from './row-fragments.browser.ts'

const storageKey = `rows:${location.pathname}`
const stored = readPositions()
const rows = document.querySelectorAll<HTMLElement>('[data-row]')
for (const row of rows) restore(row)
loadRows(row => {
  restore(row)
  row.dispatchEvent(new Event('pardeh:cards', { bubbles: true }))
})
addEventListener('pagehide', () => {
  const positions: Record<string, number> = {}
  for (const row of rows) {
    const left = row.querySelector('[data-scroll]')?.scrollLeft ?? 0
    if (left !== 0 && row.dataset.row) positions[row.dataset.row] = left
  }
  tabStorage.set(storageKey, JSON.stringify(positions))
})

function restore(row: HTMLElement): void {
  const left = stored[row.dataset.row ?? '']
  const scroller = row.querySelector('[data-scroll]')
  if (scroller && left) scroller.scrollLeft = left
}

/** Returns the stored positions after back navigation or a reload; empty for a new visit. */
function readPositions(): Record<string, number> {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type !== 'back_forward' && entry?.type !== 'reload') return {}
  try {
    return JSON.parse(tabStorage.get(storageKey) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
