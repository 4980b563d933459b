import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { type Build, type Part, PatchError } from './patch.ts'

const RUNTIME = '\0rolldown/runtime.js'
const FACADE = /^export\s*\{\s*([\w$]+) as ([\w$]+)\s*\}\s*from\s*["'`]\.\/([\w.-]+)["'`];?\s*$/
const EXPORTS = /export\s*\{([^{}]*)\};?\s*$/

/** A chunk of the client as the bundler describes it. `code` may be replaced. */
type Chunk = { fileName: string; code: string; moduleIds: readonly string[] }

/**
 * Saves further files, besides those of chunk-groups.ts: the bundler's helpers move into the chunks that use them, and an entry in
 * a group is loaded directly from the group's file.
 */
export function mergedChunks({ command, expect }: Build): Part {
  const merged = expect({
    patch: 'merged-chunks',
    expected: 'a chunk of helpers, and an entry that only passes on an export,',
    file: 'rolldown/dist/index.mjs',
  })
  /** Files with the code of an entry, by the file that would only re-export it. */
  const homes = new Map<string, string>()
  return {
    plugins: [
      {
        name: 'pardeh:merged-chunks',
        enforce: 'pre',
        applyToEnvironment: ({ name }) => name === 'client' && command === 'build',
        // File names are hashed before this step, so a change of this file must change them.
        augmentChunkHash: () => ownHash(),
        generateBundle(_, bundle) {
          const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk') as Chunk[]
          const runtime = chunks.find(({ moduleIds }) => moduleIds.join() === RUNTIME)
          if (runtime) {
            for (const chunk of chunks) chunk.code = withHelpers(chunk.code, runtime)
            delete bundle[runtime.fileName]
          }
          for (const facade of chunks) {
            const [, name, as, file] = FACADE.exec(facade.code) ?? []
            const home = chunks.find(({ fileName }) => fileName.endsWith(`/${file}`))
            if (!name || !as || !home) continue
            home.code = withExport(home, name, as)
            homes.set(facade.fileName, home.fileName)
          }
          if (runtime && homes.size > 0) merged()
        },
      },
    ],
    hooks: {
      'astro:build:ssr': ({ manifest }) => {
        for (const [entry, file] of Object.entries(manifest.entryModules))
          manifest.entryModules[entry] = homes.get(file) ?? file
      },
    },
  }
}

function ownHash(): string {
  return createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex')
}

/** Returns the code with the helpers that it imports in place of their import. */
export function withHelpers(code: string, { fileName, code: helpers }: Omit<Chunk, 'moduleIds'>) {
  const name = (fileName.split('/').at(-1) ?? '').replaceAll('.', String.raw`\.`)
  const imported = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["'\`]\\./${name}["'\`];?`)
  return code.replace(imported, (_, names: string) => {
    const wanted = names.split(',').map(each => each.trim().split(/\s/)[0])
    const body = onlyExports(helpers, wanted).replace(
      EXPORTS,
      (_, exported: string) => `return{${pairs(exported, true)}}`,
    )
    return `const{${pairs(names, false)}}=(()=>{${body}})();`
  })
}

/** Returns the module with these exports only, and without the code that only others used. */
function onlyExports(code: string, wanted: readonly (string | undefined)[]): string {
  const reduced = code.replace(EXPORTS, (_, exported: string) => {
    const kept = exported.split(',').filter(each => wanted.includes(each.trim().split(' ').at(-1)))
    return `export{${kept.join()}}`
  })
  return transformSync(reduced, {
    format: 'esm',
    minify: true,
    treeShaking: true,
    target: 'es2019',
  }).code.trim()
}

/** Turns `a as b, c` into `a:b,c:c`, in reverse order if the new name comes first. */
function pairs(list: string, isNewFirst: boolean): string {
  const names = list.split(',').map(each => each.trim().split(/\s+as\s+/))
  return names
    .map(([name = '', as = name]) => (isNewFirst ? `${as}:${name}` : `${name}:${as}`))
    .join(',')
}

/**
 * Returns the code of a chunk that exports `name` under another name too.
 * @throws PatchError if the export does not exist, or something else has its name
 */
export function withExport(chunk: Omit<Chunk, 'moduleIds'>, name: string, as: string): string {
  const exported =
    EXPORTS.exec(chunk.code)?.[1]
      ?.split(',')
      .map(each => each.trim()) ?? []
  const own = exported.find(each => each === name || each.endsWith(` as ${name}`))
  if (!own || exported.some(each => each === as || each.endsWith(` as ${as}`)))
    throw new PatchError({
      patch: 'merged-chunks',
      expected: `an export ${name} and none of the name ${as}`,
      file: chunk.fileName,
    })
  const both = [...exported, `${own.split(/\s/)[0]} as ${as}`]
  return chunk.code.replace(EXPORTS, () => `export{${both.join()}};`)
}
