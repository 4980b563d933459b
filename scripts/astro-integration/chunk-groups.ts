import { type Build, type Part, PatchError } from './patch.ts'

type Group = { name: string; priority: number; modules: readonly string[] }

/** Modules that the scripts of every page share with islands; left alone, each becomes a file of its own. */
export const GROUPS: readonly Group[] = [
  // The short numbers of a first visit are inlined; islands alone load the rest.
  {
    name: 'limits',
    priority: 3,
    modules: ['/src/contract/limits.ts'],
  },
  {
    name: 'layout',
    priority: 2,
    modules: [
      'vite/preload-helper',
      '/src/lib/tv/tv.ts',
      '/src/lib/layout/account-area.browser.ts',
      '/src/lib/hydration/all-styles.browser.ts',
      '/src/lib/session/state.ts',
      '/src/lib/session/change-marker.ts',
      '/src/lib/notifications/flash-key.ts',
      '/src/lib/i18n/languages.ts',
    ],
  },
  {
    name: 'session',
    priority: 1,
    modules: [
      '/src/lib/session/session-sync',
      '/src/lib/session/guard',
      '/src/lib/session/session.store',
      '/src/lib/notifications/notifications.store',
      '/nanostores/',
    ],
  },
]

/** Fewer files on a first visit: one for what every page begins with, one for the session. */
export function chunkGroups({ command }: Build): Part {
  const groups = GROUPS.map(({ name, priority, modules }) => ({
    name,
    priority,
    test: (id: string) => modules.some(module => id.includes(module)),
  }))
  return {
    plugins: [
      {
        name: 'pardeh:chunk-groups',
        applyToEnvironment: ({ name }) => name === 'client' && command === 'build',
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

/** @throws PatchError for a group without a chunk, and for a module of a group that the build does not have */
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
