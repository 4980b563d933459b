import { fileURLToPath } from 'node:url'
import type { Build, Part } from './patch.ts'

const REACT_RENDERER = '@astrojs/react/server.js'
const OWN_RENDERER = fileURLToPath(new URL('../../src/http/island-html-cache.ts', import.meta.url))

/** Replaces React's server renderer by src/http/island-html-cache.ts, which renders equal islands of the layout once. */
export function islandCache({ command, expect }: Build): Part {
  const replaced = expect({
    patch: 'island-cache',
    expected: `an import of ${REACT_RENDERER}, the server entry that the renderer names,`,
    file: '@astrojs/react/dist/version.js',
  })
  return {
    plugins: [
      {
        name: 'pardeh:island-cache',
        enforce: 'pre',
        resolveId(id, importer) {
          if (command === 'dev' || id !== REACT_RENDERER || importer === OWN_RENDERER) return null
          replaced()
          return OWN_RENDERER
        },
      },
    ],
  }
}
