import { PROGRESS_DELAY_MS } from '#src/contract/limits.ts'

/** The thin bar appears when the next page takes longer than 300 ms (spec §2). */
export function initProgressBar(): void {
  const bar = document.getElementById('progress')
  if (!bar) return
  let timer = 0
  const stop = () => {
    clearTimeout(timer)
    bar.hidden = true
  }
  const showDelayed = () => {
    timer = setTimeout(() => {
      bar.hidden = false
    }, PROGRESS_DELAY_MS) as unknown as number
  }
  addEventListener('click', event => {
    const link = (event.target as Element).closest?.('a')
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const to = new URL(link.href, location.href)
    if (link.target || link.hasAttribute('download') || to.origin !== location.origin) return
    if (to.pathname === location.pathname && to.search === location.search) return
    showDelayed()
  })
  addEventListener('submit', event => {
    if (!event.defaultPrevented) showDelayed()
  })
  addEventListener('pageshow', stop)
}
