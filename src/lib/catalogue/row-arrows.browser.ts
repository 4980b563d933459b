/** Width in pixels within which a row counts as scrolled to its end. */
const NEAR_END = 4
const PART = 0.85
const equipped = new WeakSet<Element>()

/** Measuring every row would force the layout of off-screen rows, so arrows start on hover or focus. */
export function initRowArrows(): void {
  for (const sign of ['pointerover', 'focusin'])
    addEventListener(sign, ({ target }) => startArrows(target))
  // The pointer or the focus may already be in a row before this script runs.
  startArrows(document.querySelector('[data-row]:hover'))
  startArrows(document.activeElement)
}

function startArrows(target: EventTarget | null): void {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  const scroller = row?.querySelector<HTMLElement>('[data-scroll]')
  if (!row || !scroller || equipped.has(row)) return
  equipped.add(row)
  giveArrows(row, scroller)
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
