/** Scripts that stand in the page itself: a file of their own would be one more on the way before the largest picture. */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { build } from 'esbuild'

const LIB = fileURLToPath(new URL('../../src/lib/', import.meta.url))
const MODULE = 'virtual:inline-scripts'
const SCRIPTS = {
  PRELOAD: 'boot/preload.js',
  EVENT_REPLAY: 'hydration/event-replay.browser.ts',
  BOOT_LOADER: 'boot/boot-loader.browser.ts',
}

/**
 * `virtual:inline-scripts`: each one's text, packed, and its hash for the Content-Security-Policy of pages that carry it. What BOOT_LOADER
 * brings later, boot.browser.ts, becomes a file by itself; src/server.ts finds its name.
 */
export function inlineScripts(): AstroIntegration {
  return {
    name: 'inline-scripts',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'inline-scripts',
                resolveId: id => (id === MODULE ? `\0${MODULE}` : null),
                load: id => (id === `\0${MODULE}` ? written() : null),
              },
              {
                name: 'boot-script',
                applyToEnvironment: environment => environment.name === 'client',
                buildStart() {
                  if (command === 'build')
                    this.emitFile({ type: 'chunk', id: `${LIB}boot/boot.browser.ts`, name: 'boot' })
                },
              },
            ],
          },
        })
      },
    },
  }
}

async function written(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(SCRIPTS).map(async ([name, file]) => {
      const text = await packed(LIB + file)
      const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`
      return `export const ${name} = ${JSON.stringify({ text, hash })}\n`
    }),
  )
  return lines.join('')
}

async function packed(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    // As old-televisions.ts has it: those browsers know `import()`, which came a year later.
    target: 'es2019',
    supported: { 'dynamic-import': true },
    legalComments: 'none',
  })
  return outputFiles[0]?.text.trim() ?? ''
}
