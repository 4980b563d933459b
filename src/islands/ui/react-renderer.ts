/**
 * React's client renderer, with three additions: an island hydrates once all styles of the page and, in an old browser, the
 * functions that it lacks are loaded, and dispatches `pardeh:hydrated` when React has committed it, since React may suspend on texts long after `hydrate` returned.
 */
import react from '@astrojs/react/client.js'
import { createElement, type FunctionComponent, useLayoutEffect } from 'react'
import { loadAllStyles } from '#src/lib/hydration/all-styles.browser.ts'

type Hydrate = ReturnType<typeof react>
type Island = { islandElement: HTMLElement; islandComponent: FunctionComponent }

export default function renderer(islandElement: HTMLElement): Hydrate {
  const hydrate = react(islandElement)
  return async (islandComponent: FunctionComponent, props, ...rest) => {
    // Astro hydrates without them; what cannot be loaded is lacking, as before.
    if (self.polyfills) await self.polyfills.catch(() => undefined)
    // The classes of such an island are in the first style sheet.
    if (!islandElement.closest('[data-core-styles]')) await loadAllStyles()
    return hydrate(Hydrated, { ...props, islandElement, islandComponent }, ...rest)
  }
}

/** Has one child, so that the ids of `useId` stay as the server made them. */
function Hydrated({ islandElement, islandComponent, ...props }: Island) {
  useLayoutEffect(() => {
    islandElement.dispatchEvent(new Event('pardeh:hydrated'))
  }, [islandElement])
  return createElement(islandComponent, props)
}
