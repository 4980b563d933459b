/** Loads the code of rows when a viewer comes back to the page or begins to move about in it. */
import { INTERACTION_EVENTS } from '../boot/deferred-rendering.browser.ts'

/** Screens from the top: in a tall window cards of rows further down are seen at once. */
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
  // The old interface: televisions of 2019 and Safari 14 have no other. 0 is a navigation that is neither a return nor a reload.
  if (isNear || scrollY > 0 || performance.navigation.type > 0) load()
  // Rows scroll too: their events do not bubble.
  else
    for (const event of INTERACTION_EVENTS)
      addEventListener(event, load, { signal: acted.signal, capture: true, passive: true })
}
