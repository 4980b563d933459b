/** React's own renderer, once the styles of what it renders are there. */
import react from '@astrojs/react/client.js'
import { allStyles } from './styles.ts'

type Hydrate = ReturnType<typeof react>

export default function renderer(element: HTMLElement): Hydrate {
  const hydrate = react(element)
  return async (...island: Parameters<Hydrate>) => {
    await allStyles()
    return hydrate(...island)
  }
}
