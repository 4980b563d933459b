/**
 * React's client renderer with three additions: an island hydrates after all styles of its page and, in an old browser, the
 * polyfills have loaded, and it dispatches `pardeh:hydrated` when React has committed. React may suspend for texts long after
 * `hydrate` returned.
 */
import react from '@astrojs/react/client.js'
import { createElement, type FunctionComponent, useLayoutEffect } from 'react'
import { loadAllStyles } from '#src/lib/hydration/all-styles.browser.ts'

type Hydrate = ReturnType<typeof react>
type Island = { islandElement: HTMLElement; islandComponent: FunctionComponent }

export default function renderer(islandElement: HTMLElement): Hydrate {
  const hydrate = react(islandElement)
  return async (islandComponent: FunctionComponent, props, ...rest) => {
    // Astro hydrates without the polyfills too, so a failure to load them is ignored.
    if (self.polyfills) await self.polyfills.catch(() => undefined)
    // The first style sheet already contains the classes of such an island.
    if (!islandElement.closest('[data-core-styles]')) await loadAllStyles()
    return hydrate(Hydrated, { ...props, islandElement, islandComponent }, ...rest)
  }
}

/** Renders one child, so that the ids of `useId` equal those of the server. */
function Hydrated({ islandElement, islandComponent, ...props }: Island) {
  useLayoutEffect(() => {
    islandElement.dispatchEvent(new Event('pardeh:hydrated'))
  }, [islandElement])
  return createElement(islandComponent, props)
}
