import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '../../src/contract/languages.ts'
import { type Build, type Part, PatchError } from './patch.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RENDERER = '/src/islands/ui/react-renderer.ts'
/** Islands that load on the first touch, by the name under which a page requests their files. */
const ISLANDS = {
  search: ['/src/islands/search/SearchPanel.tsx'],
  account: ['/src/islands/account/AccountProfiles.tsx', '/src/islands/account/AccountLogout.tsx'],
  actions: ['/src/islands/library/ContentActions.tsx'],
} as const

/** A chunk of the client as the bundler describes it. */
export type Chunk = { fileName: string; imports: readonly string[]; moduleIds: readonly string[] }

/**
 * Writes `_astro/island-files.json`: for each island and language, a flat list of the scripts that it needs: the island, the
 * renderer, its texts, and everything that they import. src/lib/hydration/preload-files.ts preloads them in one step.
 */
export function islandFiles({ command, expect }: Build): Part {
  const written = expect({
    patch: 'island-files',
    expected: `chunks of the islands ${Object.keys(ISLANDS).join(', ')}`,
    file: 'rolldown/dist/index.mjs',
  })
  return {
    plugins: [
      {
        name: 'pardeh:island-files',
        applyToEnvironment: ({ name }) => name === 'client' && command === 'build',
        async generateBundle(_, bundle) {
          const chunks = Object.values(bundle).flatMap(output =>
            output.type === 'chunk' ? [output] : [],
          )
          const source = JSON.stringify(await filesByIsland(chunks))
          this.emitFile({ type: 'asset', fileName: '_astro/island-files.json', source })
          written()
        },
      },
    ],
  }
}

async function filesByIsland(chunks: readonly Chunk[]) {
  const known = new Set(chunksWith(chunks, ['/src/lib/boot/boot.browser.ts']))
  const all: Record<string, Record<string, string>> = {}
  for (const [name, islands] of Object.entries(ISLANDS)) {
    const namespaces = (await Promise.all(islands.map(namespacesOf))).flat()
    all[name] = {}
    for (const language of LANGUAGES) {
      const texts = namespaces.map(each => `/src/lib/i18n/locales/${language}/${each}.json`)
      const files = chunksWith(chunks, [...islands, RENDERER, ...texts])
      all[name][language] = files.filter(file => !known.has(file)).join(' ')
    }
  }
  return all
}

/** Returns the namespaces of texts that an island's file names, or those of the file from which it imports them. */
async function namespacesOf(island: string): Promise<string[]> {
  const code = await readFile(ROOT + island, 'utf8')
  const [, name = ''] = /loadT\(language, (\w+)\)/.exec(code) ?? []
  const declared = new RegExp(`const ${name} = \\[([^\\]]*)\\]`)
  const beside = island.replace(/[^/]+$/, 'texts.ts')
  const list = declared.exec(code) ?? declared.exec(await readFile(ROOT + beside, 'utf8'))
  const namespaces = [...(list?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, each = '']) => each)
  if (name && namespaces.length > 0) return namespaces
  throw new PatchError({
    patch: 'island-files',
    expected: 'loadT(language, NAMES), and the list NAMES there or in texts.ts',
    file: island.slice(1),
  })
}

/**
 * Returns the paths of the chunks with these modules, and of all chunks that they import.
 * @throws PatchError for a module that is in no chunk
 */
export function chunksWith(chunks: readonly Chunk[], modules: readonly string[]): string[] {
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const add = (chunk: Chunk) => {
    if (found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const name of chunk.imports) {
      const imported = byName.get(name)
      if (imported) add(imported)
    }
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(module)))
    if (!chunk)
      throw new PatchError({
        patch: 'island-files',
        expected: `a chunk with ${module}`,
        file: 'src',
      })
    add(chunk)
  }
  return [...found].map(name => `/${name}`)
}
