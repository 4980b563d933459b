/** Finds the files of the build that every page links: the boot script, the style sheet of all pages and the islands that load on the first touch. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#src/contract/languages.ts'

/** Script paths by island and language, separated by spaces (scripts/astro-integration/island-files.ts writes them). */
export type IslandFiles = Record<'search' | 'account' | 'actions', Record<Language, string>>

/** Returns the paths of these files in `root`, the folder of the client build. A file that was not built is left out. */
export function readBootAssets(root: string): {
  bootScripts?: string
  allStyles?: string
  islandFiles?: IslandFiles
} {
  const script = findChunk(root, 'boot', '.js')
  const allStyles = findChunk(root, 'all', '.css')
  const islands = join(root, '_astro/island-files.json')
  return {
    ...(existsSync(islands) ? { islandFiles: JSON.parse(readFileSync(islands, 'utf8')) } : {}),
    ...(script ? { bootScripts: withImports(root, script) } : {}),
    ...(allStyles ? { allStyles } : {}),
  }
}

/** The sheets for old browsers are left out: whether their names sort before the others depends on the hash. */
function findChunk(root: string, name: string, ending: '.js' | '.css'): string | undefined {
  const folder = join(root, '_astro')
  if (!existsSync(folder)) return undefined
  const file = readdirSync(folder).find(
    each =>
      each.startsWith(`${name}.`) && !each.startsWith(`${name}.old-`) && each.endsWith(ending),
  )
  return file && `/_astro/${file}`
}

/** Returns a script and the scripts that it imports statically, separated by spaces. */
function withImports(root: string, script: string): string {
  const code = readFileSync(join(root, script), 'utf8')
  const imports = [...code.matchAll(/(?:from|import) ?["'`]\.\/([\w.-]+\.js)["'`]/g)]
  return [script, ...imports.map(([, name]) => `/_astro/${name}`)].join(' ')
}
