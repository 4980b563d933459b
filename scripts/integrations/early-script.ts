/** The shell's first script stands in the page itself: a file of its own would hold up the first paint by a round trip. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { minify } from 'vite'

const FILE = fileURLToPath(new URL('../../src/lib/shell/browser/early.js', import.meta.url))
const MODULE = 'virtual:early-script'

/** `virtual:early-script`: its text, packed, and its hash for the Content-Security-Policy of pages that carry it. */
export function earlyScript(): AstroIntegration {
  return {
    name: 'early-script',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'early-script',
                resolveId: id => (id === MODULE ? `\0${MODULE}` : null),
                load: async id => {
                  if (id !== `\0${MODULE}`) return null
                  const { code } = await minify(FILE, await readFile(FILE, 'utf8'))
                  const text = code.trim()
                  const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`
                  return `export const EARLY = ${JSON.stringify(text)}\nexport const EARLY_HASH = ${JSON.stringify(hash)}\n`
                },
              },
            ],
          },
        })
      },
    },
  }
}
