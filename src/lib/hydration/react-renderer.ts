/** React's own renderer, once the styles of what it renders are there. */
import react from '@astrojs/react/client.js'
import { loadAllStyles } from './all-styles.browser.ts'

type Hydrate = ReturnType<typeof react>

export default function renderer(element: HTMLElement): Hydrate {
  const hydrate = react(element)
  return async (...island: Parameters<Hydrate>) => {
    await loadAllStyles()
    return hydrate(...island)
  }
}
