import { PROGRESS_DELAY_MS } from '#src/contract/limits.ts'

/** Shows a thin bar if the next page takes longer than 300 ms (spec §2), whatever started the navigation. */
export function initProgressBar(): void {
  const bar = document.querySelector<HTMLElement>('#progress')
  if (!bar) return
  let timer: ReturnType<typeof setTimeout>
  /** Set only while a click is handled that does not leave this page; `beforeunload` may fire during it. */
  let isElsewhere: unknown
  const showDelayed = () => {
    clearTimeout(timer)
    if (!isElsewhere) timer = setTimeout(() => (bar.hidden = false), PROGRESS_DELAY_MS)
  }
  addEventListener('click', event => {
    const link = (event.target as Element).closest?.('a')
    // A link with a hash may point to a part of this page.
    if (!link || link.hash || event.defaultPrevented) return
    // Telephone numbers and links to other tabs do not leave this page.
    isElsewhere =
      link.origin !== origin || link.target || event.metaKey || event.ctrlKey || event.shiftKey
    showDelayed()
    setTimeout(() => (isElsewhere = 0))
  })
  addEventListener('submit', event => {
    if (!event.defaultPrevented) showDelayed()
  })
  // Covers navigation by scripts, back and forward. Outside Chromium, the listener would keep pages out of the
  // back-forward cache.
  if ('userAgentData' in navigator) addEventListener('beforeunload', showDelayed)
  addEventListener('pageshow', () => {
    clearTimeout(timer)
    bar.hidden = true
  })
}
