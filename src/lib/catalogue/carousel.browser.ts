/** Loads the code of rows when a viewer returns to the page or starts to interact with it. */
import { INTERACTION_EVENTS } from '../boot/deferred-rendering.browser.ts'

/** Distance in screens from the top. In a tall window, cards of later rows are visible at once. */
const NEAR = 1.25

export function initCarousels(): void {
  if (!document.querySelector('[data-row]')) return
  const acted = new AbortController()
  const load = () => {
    acted.abort()
    void import('./rows.browser.ts')
  }
  const fragment = document.querySelector('[data-fragment]')
  const isNear = fragment && fragment.getBoundingClientRect().top < NEAR * innerHeight
  // TVs of 2019 and Safari 14 only have the old interface. 0 means neither a return nor a reload.
  if (isNear || scrollY > 0 || performance.navigation.type > 0) load()
  // Scroll events of rows do not bubble.
  else
    for (const event of INTERACTION_EVENTS)
      addEventListener(event, load, { signal: acted.signal, capture: true, passive: true })
}
