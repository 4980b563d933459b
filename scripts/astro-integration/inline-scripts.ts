/** Puts scripts into the page: as files they would be further requests before the largest picture. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { transform } from 'lightningcss'
import { type Build, type Part, PatchError, verifyBootAsset } from './patch.ts'

const LIB = fileURLToPath(new URL('../../src/lib/', import.meta.url))
const MODULE = 'virtual:inline-scripts'
/** The dev server compiles this file. */
const DEV_POLYFILLS = '/src/lib/boot/old-browser.browser.ts'
const SCRIPTS = {
  LOAD_FAILURE: 'boot/load-failure.browser.ts',
  OLD_BROWSER: 'boot/old-browser-loader.js',
  VIEW_TRANSITION: 'boot/view-transition.browser.ts',
  PRELOAD: 'boot/preload.js',
  CLOSED_MESSAGE: 'boot/closed-message.js',
  EVENT_REPLAY: 'hydration/event-replay.browser.ts',
  BOOT_LOADER: 'boot/boot-loader.browser.ts',
}
const BOOT = `${LIB}boot/boot.browser.ts`
const POLYFILLS = `${LIB}boot/old-browser.browser.ts`
const TV_STYLES = fileURLToPath(new URL('../../src/styles/tv.css', import.meta.url))
const DEV_TV_STYLES = '/src/styles/tv.css'

/** Paths that the scripts contain. */
type Paths = { polyfills: string; tvStyles: string }
type Asset = { path: string; text: string }

/**
 * Makes `virtual:inline-scripts` export the minified text of each script, and its hash for the Content-Security-Policy of pages
 * with that script. BOOT_LOADER loads boot.browser.ts, which becomes a file called `boot`; src/server.ts finds it by that name.
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
          if (command !== 'build')
            return inlineModule({ polyfills: DEV_POLYFILLS, tvStyles: DEV_TV_STYLES })
          const [{ path }, styles] = await Promise.all([polyfills(), tvStyles()])
          return inlineModule({ polyfills: path, tvStyles: styles.path })
        },
      },
      {
        name: 'pardeh:boot-script',
        applyToEnvironment: ({ name }) => name === 'client' && command === 'build',
        async buildStart() {
          this.emitFile({ type: 'chunk', id: BOOT, name: 'boot' })
          for (const { path, text } of await Promise.all([polyfills(), tvStyles()]))
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

/** Builds a separate file, which modern browsers never request. */
async function polyfills(): Promise<Asset> {
  return assetOf('polyfills', 'js', await minified(POLYFILLS))
}

/** Minifies the style sheet that only televisions load. */
async function tvStyles(): Promise<Asset> {
  const { code } = transform({ filename: 'tv.css', code: await readFile(TV_STYLES), minify: true })
  return assetOf('tv', 'css', code.toString())
}

function assetOf(name: string, extension: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return { path: `/_astro/${name}.${hash}.${extension}`, text }
}

async function inlineModule(paths: Paths): Promise<string> {
  const lines = await Promise.all(
    Object.entries(SCRIPTS).map(async ([name, file]) => {
      const text = await minified(LIB + file, paths)
      const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`
      return `export const ${name} = ${JSON.stringify({ text, hash })}\n`
    }),
  )
  return lines.join('')
}

/** @throws PatchError if the minified script is empty */
export async function minified(
  file: string,
  paths: Paths = { polyfills: '', tvStyles: '' },
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    // The target equals that of browser-target.ts. Those browsers also support `import()`, which is newer than es2019.
    target: 'es2019',
    supported: { 'dynamic-import': true },
    define: {
      POLYFILLS_PATH: JSON.stringify(paths.polyfills),
      TV_STYLES_PATH: JSON.stringify(paths.tvStyles),
    },
    legalComments: 'none',
  })
  const text = outputFiles[0]?.text.trim() ?? ''
  if (text === '' || text === '(()=>{})();')
    throw new PatchError({ patch: 'inline-scripts', expected: 'a script', file })
  return text
}
