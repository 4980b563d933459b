import type { AstroIntegration } from 'astro'

const STUB = '\0slim-zod'

/**
 * In the browser an endpoint is its method and path; its schemas are checked on the server. Leaving zod out there saves
 * every visitor who opens an island some 20 KB: `z` becomes a value that answers every call with itself.
 */
export function slimContract(): AstroIntegration {
  return {
    name: 'slim-contract',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'slim-contract',
                enforce: 'pre',
                applyToEnvironment: environment => environment.name === 'client',
                resolveId: id => (id === 'zod' ? STUB : undefined),
                load: id =>
                  id === STUB
                    ? 'export const z = new Proxy(function () {}, { get: (_, key) => (key === Symbol.toPrimitive ? () => "" : z), apply: () => z });'
                    : undefined,
              },
            ],
          },
        })
      },
    },
  }
}
