/** Builds hls.js from the sources in its package, without the parts that the player never uses. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'
import { TARGET } from './browser-target.ts'
import { type Build, type Part, PatchError, type Plugin } from './patch.ts'

const MODULE = 'virtual:player-engine'
const LEFT_OUT_ID = '\0left-out'
const FOLDER = fileURLToPath(new URL('../../.cache/player-engine/', import.meta.url))
const PACKAGE = join(dirname(createRequire(import.meta.url).resolve('hls.js/package.json')), '/')
const SOURCES = `${PACKAGE}src/`

/** Flags of hls.js's own builds. */
const FEATURES: Record<string, boolean> = {
  ALT_AUDIO: true,
  SUBTITLES: true,
  MEDIA_CAPABILITIES: true,
  VARIABLE_SUBSTITUTION: true,
  CMCD: false,
  CONTENT_STEERING: false,
  IFRAMES: false,
  INTERSTITIALS: false,
  // HEVC and AC-3 in transport streams. H.264, AAC and MP3 stay supported.
  M2TS_ADVANCED_CODECS: false,
}
/** Files of the parts that are left out: a flag alone does not remove their classes. */
export const LEFT_OUT = [
  'cmcd-controller',
  'content-steering-controller',
  'iframe-controller',
  'interstitials-controller',
  'ac3-demuxer',
  'hevc-video-parser',
  // Captions in the video stream. The player shows captions from the manifest.
  'cea-608-parser',
]
/** Calls of the log, a tenth of the bytes of hls.js. Nothing enables its `debug`. */
const LOG = /\b(?:this|logger|hls)(?:\.hls)?(?:\.logger)?\.(?:log|warn|debug|trace|info)\(/g

/** Makes `virtual:player-engine` export the URLs of two files: with DRM decryption, which takes 7 KB more, and without. */
export function playerEngine({ expect }: Build): Part {
  const imported = expect({
    patch: 'player-engine',
    expected: `an import of ${MODULE}`,
    file: 'src/lib/player/hls-url.ts',
  })
  let files: Promise<string> | undefined
  return {
    plugins: [
      {
        name: 'pardeh:player-engine',
        resolveId(id) {
          if (id !== MODULE) return null
          imported()
          return `\0${MODULE}`
        },
        load(id) {
          if (id !== `\0${MODULE}`) return null
          files ??= writeEngines()
          return files
        },
      },
    ],
  }
}

/** Returns the code of the module with both URLs. */
async function writeEngines(): Promise<string> {
  await mkdir(FOLDER, { recursive: true })
  const lines = ['hls', 'hls-drm'].map(async name => {
    await writeFile(`${FOLDER}${name}.mjs`, await engine({ hasDrm: name === 'hls-drm' }))
    const as = name === 'hls' ? 'plain' : 'drm'
    return `export { default as ${as} } from ${JSON.stringify(`${FOLDER}${name}.mjs?url`)}\n`
  })
  return (await Promise.all(lines)).join('')
}

type Engine = { hasDrm: boolean; leftOut?: readonly string[] }

/** @throws PatchError if hls.js does not import one of the files to leave out */
export async function engine({ hasDrm, leftOut = LEFT_OUT }: Engine): Promise<string> {
  const { version } = JSON.parse(await readFile(`${PACKAGE}package.json`, 'utf8'))
  const flags = Object.entries({ ...FEATURES, EME_DRM: hasDrm })
  const names = hasDrm ? leftOut : [...leftOut, 'eme-controller']
  const missing = new Set(names)
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: {
      ...Object.fromEntries(flags.map(([name, isOn]) => [`__USE_${name}__`, String(isOn)])),
      __VERSION__: JSON.stringify(version),
      // hls-config.ts disables the worker.
      __IN_WORKER__: 'false',
      __HLS_WORKER_BUNDLE__: 'undefined',
    },
    build: {
      write: false,
      target: TARGET,
      rolldownOptions: {
        input: `${SOURCES}exports-default.ts`,
        preserveEntrySignatures: 'strict',
        shimMissingExports: true,
        output: { format: 'es', minify: true, codeSplitting: false },
      },
    },
    plugins: [without(names, missing)],
  })) as Rollup.RollupOutput
  const [first] = missing
  if (first)
    throw new PatchError({
      patch: 'player-engine',
      expected: `an import of ${first}`,
      file: 'hls.js/src/config.ts',
    })
  return output[0].code
}

/** Replaces files of hls.js by empty ones, removes their names from `missing`, and removes calls of the log. */
function without(names: readonly string[], missing: Set<string>): Plugin {
  return {
    name: 'pardeh:player-engine-parts',
    enforce: 'pre',
    resolveId(id, importer) {
      const name = id.split('/').at(-1) ?? ''
      if (!importer?.startsWith(SOURCES) || !names.includes(name)) return null
      missing.delete(name)
      return LEFT_OUT_ID
    },
    load: id => (id === LEFT_OUT_ID ? 'export default undefined' : null),
    transform: (code, id) =>
      id.startsWith(SOURCES) ? code.replace(LOG, call => `false && ${call}`) : null,
  }
}
