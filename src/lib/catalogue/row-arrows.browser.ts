/** Arrow buttons of carousels. */
const NEAR_END = 4
const PART = 0.85

/** Measuring every row would force the layout of off-screen rows: arrows start on hover or focus. */
export function initRowArrows(): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) {
    const scroller = row.querySelector<HTMLElement>('[data-scroll]')
    if (!scroller) continue
    const once = new AbortController()
    const start = () => {
      once.abort()
      giveArrows(row, scroller)
    }
    if (row.matches(':hover, :focus-within')) start()
    else
      for (const sign of ['pointerenter', 'focusin'])
        row.addEventListener(sign, start, { signal: once.signal })
  }
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
