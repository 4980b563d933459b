import { PROGRESS_DELAY_MS } from '#src/contract/limits.ts'

/** The thin bar appears when the next page takes longer than 300 ms (spec §2), whatever leads there. */
export function initProgressBar(): void {
  const bar = document.querySelector<HTMLElement>('#progress')
  if (!bar) return
  let timer: ReturnType<typeof setTimeout>
  /** Only while a click is handled that leaves this page where it is; `beforeunload` may follow within it. */
  let isElsewhere: unknown
  const showDelayed = () => {
    clearTimeout(timer)
    if (!isElsewhere) timer = setTimeout(() => (bar.hidden = false), PROGRESS_DELAY_MS)
  }
  addEventListener('click', event => {
    const link = (event.target as Element).closest?.('a')
    // A link with a hash may lead to a part of this page.
    if (!link || link.hash || event.defaultPrevented) return
    // Telephone numbers and other tabs leave this page where it is.
    isElsewhere =
      link.origin !== origin || link.target || event.metaKey || event.ctrlKey || event.shiftKey
    showDelayed()
    setTimeout(() => (isElsewhere = 0))
  })
  addEventListener('submit', event => {
    if (!event.defaultPrevented) showDelayed()
  })
  // Scripts, back and forward. Elsewhere than in Chromium the listener would keep pages out of the back-forward cache.
  if ('userAgentData' in navigator) addEventListener('beforeunload', showDelayed)
  addEventListener('pageshow', () => {
    clearTimeout(timer)
    bar.hidden = true
  })
}
