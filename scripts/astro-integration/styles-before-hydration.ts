import { fileURLToPath } from 'node:url'
import type { Build, Part } from './patch.ts'

const REACT_RENDERER = '@astrojs/react/client.js'
const OWN_RENDERER = fileURLToPath(
  new URL('../../src/islands/ui/react-renderer.ts', import.meta.url),
)

/** Replaces React's client renderer by src/islands/ui/react-renderer.ts: an island waits for all styles before it hydrates. */
export function stylesBeforeHydration({ expect }: Build): Part {
  const replaced = expect({
    patch: 'styles-before-hydration',
    expected: `an import of ${REACT_RENDERER}, the client entry that the renderer names,`,
    file: '@astrojs/react/dist/version.js',
  })
  return {
    plugins: [
      {
        name: 'pardeh:styles-before-hydration',
        enforce: 'pre',
        resolveId(id, importer) {
          if (id !== REACT_RENDERER || importer === OWN_RENDERER) return null
          replaced()
          return OWN_RENDERER
        },
      },
    ],
  }
}
