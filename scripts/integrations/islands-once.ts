import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const OWN = fileURLToPath(new URL('../../src/http/island-renderer.ts', import.meta.url))

/** Puts src/http/island-renderer.ts before React's own server renderer, which it asks once per island. */
export function islandsOnce(): AstroIntegration {
  return {
    name: 'islands-once',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'build') return
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'islands-once',
                enforce: 'pre',
                resolveId: (id, importer) =>
                  id === '@astrojs/react/server.js' && importer !== OWN ? OWN : null,
              },
            ],
          },
        })
      },
    },
  }
}
