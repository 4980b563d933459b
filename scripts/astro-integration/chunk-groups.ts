import { AREAS } from './area-modules.ts'
import { type Build, type Part, PatchError } from './patch.ts'
import { SHARED } from './shared-modules.ts'

export type Group = {
  name: string
  priority: number
  modules: readonly string[]
  /** Modules that are left out of the group. */
  except?: readonly string[]
}

/** Modules that pages share. Otherwise each would become a file of its own, forty on a page of islands. */
export const GROUPS: readonly Group[] = [...SHARED, ...AREAS]

/**
 * Modules of which these importers get a copy, one per line: parts of the boot script (other pages share theirs with the session),
 * the script that starts a stream and must load nothing else before it, the captions of the player, which needs no cards, the rules
 * for trailers on cards, which need no player, the panels of cards, which need no rows, the arrow keys of all pages, which need
 * neither the player nor React, and scripts of visitors that write a cookie.
 */
const COPIES = [
  {
    module: '/contract/limits.ts',
    importers: ['/layout/header.browser.ts', '/navigation/progress-bar.browser.ts'],
  },
  { module: '/data-saver.ts', importers: ['/player/preload.ts'] },
  { module: '/persian-letters.ts', importers: ['/player/cues.ts'] },
  { module: '/data-saver.ts', importers: ['/catalogue/preview-rules.ts'] },
  {
    module: '/html-fragment.browser.ts',
    importers: ['/library/card-panel.browser.ts', '/library/hero-resume.browser.ts'],
  },
  { module: '/spatial-navigation.ts', importers: ['/tv/arrow-keys.browser.ts'] },
  { module: '/remote-keys.ts', importers: ['/tv/arrow-keys.browser.ts'] },
  {
    module: '/write-cookie.ts',
    importers: ['/tv/tv-banner.browser.ts', '/third-party/consent-bar.browser.ts'],
  },
]

/** Puts the modules of each group into one file, so that a first visit loads fewer files. */
export function chunkGroups({ command }: Build): Part {
  const groups = GROUPS.map(({ name, priority, modules, except = [] }) => ({
    name,
    priority,
    test: (id: string) => {
      const isIn = (list: readonly string[]) => list.some(module => id.includes(module))
      return isIn(modules) && !isIn(except)
    },
  }))
  return {
    plugins: [
      {
        name: 'pardeh:chunk-groups',
        enforce: 'pre',
        applyToEnvironment: ({ name }) => name === 'client' && command === 'build',
        async resolveId(id, importer = '') {
          const copy = COPIES.findIndex(
            ({ module, importers }) =>
              id.endsWith(module) && importers.some(file => importer.endsWith(file)),
          )
          if (copy < 0) return null
          const found = await this.resolve(id, importer, { skipSelf: true })
          return found && `${found.id}?inlined=${copy}`
        },
        generateBundle(_, bundle) {
          const chunks = Object.values(bundle).flatMap(({ type, name }) =>
            type === 'chunk' ? name : [],
          )
          verifyGroups(GROUPS, { ids: [...this.getModuleIds()], chunks })
        },
      },
    ],
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const rolldownOptions = { output: { codeSplitting: { groups } } }
        updateConfig({ vite: { environments: { client: { build: { rolldownOptions } } } } })
      },
    },
  }
}

/** @throws PatchError for a group without a chunk, and for a module of a group that is not in the build */
export function verifyGroups(
  groups: readonly Group[],
  { ids, chunks }: { ids: readonly string[]; chunks: readonly string[] },
): void {
  for (const { name, modules } of groups) {
    const missing = modules.find(module => !ids.some(id => id.includes(module)))
    if (missing)
      throw new PatchError({
        patch: 'chunk-groups',
        expected: `a module ${missing} of the group "${name}"`,
        file: "the client's modules",
      })
    if (!chunks.includes(name))
      throw new PatchError({
        patch: 'chunk-groups',
        expected: `a chunk "${name}", made by the option output.codeSplitting.groups`,
        file: 'rolldown/dist/index.mjs',
      })
  }
}
