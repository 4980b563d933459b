/** Scripts within the page: as files they would be further requests before the largest picture. */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type Build, type Part, PatchError, verifyBootAsset } from './patch.ts'

const LIB = fileURLToPath(new URL('../../src/lib/', import.meta.url))
const MODULE = 'virtual:inline-scripts'
/** The dev server compiles it. */
const DEV_POLYFILLS = '/src/lib/boot/old-browser.browser.ts'
const SCRIPTS = {
  LOAD_FAILURE: 'boot/load-failure.browser.ts',
  OLD_BROWSER: 'boot/old-browser-loader.js',
  PRELOAD: 'boot/preload.js',
  EVENT_REPLAY: 'hydration/event-replay.browser.ts',
  BOOT_LOADER: 'boot/boot-loader.browser.ts',
}
const BOOT = `${LIB}boot/boot.browser.ts`
const POLYFILLS = `${LIB}boot/old-browser.browser.ts`

/**
 * `virtual:inline-scripts` exports the minified text of each script, and its hash for the Content-Security-Policy of pages that carry
 * it. BOOT_LOADER loads boot.browser.ts, which becomes a file called `boot`; src/server.ts finds that file by its name.
 */
export function inlineScripts({ command, expect }: Build): Part {
  const imported = expect({
    patch: 'inline-scripts',
    expected: `an import of ${MODULE}`,
    file: 'src/layouts/BaseLayout.astro',
  })
  return {
    plugins: [
      {
        name: 'pardeh:inline-scripts',
        resolveId(id) {
          if (id !== MODULE) return null
          imported()
          return `\0${MODULE}`
        },
        async load(id) {
          if (id !== `\0${MODULE}`) return null
          for (const file of Object.values(SCRIPTS)) this.addWatchFile(LIB + file)
          return inlineModule(command === 'build' ? (await polyfills()).path : DEV_POLYFILLS)
        },
      },
      {
        name: 'pardeh:boot-script',
        applyToEnvironment: ({ name }) => name === 'client' && command === 'build',
        async buildStart() {
          this.emitFile({ type: 'chunk', id: BOOT, name: 'boot' })
          const { path, text } = await polyfills()
          this.emitFile({ type: 'asset', fileName: path.slice(1), source: text })
        },
      },
    ],
    hooks: {
      'astro:build:done': ({ dir }) =>
        verifyBootAsset(fileURLToPath(dir), 'inline-scripts', 'bootScripts'),
    },
  }
}

/** A file of its own, which present browsers never ask for. */
async function polyfills(): Promise<{ path: string; text: string }> {
  const text = await minified(POLYFILLS)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return { path: `/_astro/polyfills.${hash}.js`, text }
}

/** @param polyfillsPath what old-browser-loader.js imports in old browsers */
async function inlineModule(polyfillsPath: string): Promise<string> {
  const lines = await Promise.all(
    Object.entries(SCRIPTS).map(async ([name, file]) => {
      const text = await minified(LIB + file, polyfillsPath)
      const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`
      return `export const ${name} = ${JSON.stringify({ text, hash })}\n`
    }),
  )
  return lines.join('')
}

/** @throws PatchError where nothing of the script is left */
export async function minified(file: string, polyfillsPath = ''): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    // As in browser-target.ts: those browsers have `import()`, which is newer than es2019.
    target: 'es2019',
    supported: { 'dynamic-import': true },
    define: { POLYFILLS_PATH: JSON.stringify(polyfillsPath) },
    legalComments: 'none',
  })
  const text = outputFiles[0]?.text.trim() ?? ''
  if (text === '' || text === '(()=>{})();')
    throw new PatchError({ patch: 'inline-scripts', expected: 'a script', file })
  return text
}
