import type { AstroIntegration } from 'astro'

const MODULE = /\/astro\/dist\/core\/encryption\.js$/
const DIGEST = 'async function generateCspDigest('

/**
 * Astro digests the text of every style and script of a page's head anew for each page it renders; ours are files, whose text is
 * empty. With this it digests a text once.
 */
export function digestsOnce(): AstroIntegration {
  return {
    name: 'digests-once',
    hooks: {
      'astro:config:setup': ({ command, updateConfig, logger }) => {
        if (command !== 'build') return
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'digests-once',
                enforce: 'pre',
                transform(code, id) {
                  if (!MODULE.test(id)) return null
                  if (!code.includes(DIGEST)) {
                    logger.warn(`${id} has no generateCspDigest: each page digests again.`)
                    return null
                  }
                  const renamed = code.replace(DIGEST, 'async function digestOf(')
                  return { code: renamed + ONCE, map: null }
                },
              },
            ],
          },
        })
      },
    },
  }
}

const ONCE = `
const digests = new Map();
function generateCspDigest(data, algorithm) {
  if (data.length > 0) return digestOf(data, algorithm);
  if (!digests.has(algorithm)) digests.set(algorithm, digestOf(data, algorithm));
  return digests.get(algorithm);
}
`
