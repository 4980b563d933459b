/** Files of the build that pages name by their chunk: the boot script with what it imports, the sheet of all styles, the islands of a first touch. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#src/contract/languages.ts'

/** By island and language, paths with spaces between (scripts/astro-integration/island-files.ts). */
export type IslandFiles = Record<'search' | 'account' | 'actions', Record<Language, string>>

export function bootAssets(root: string): {
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

function findChunk(root: string, name: string, ending: '.js' | '.css'): string | undefined {
  const folder = join(root, '_astro')
  if (!existsSync(folder)) return undefined
  const file = readdirSync(folder).find(
    each => each.startsWith(`${name}.`) && each.endsWith(ending),
  )
  return file && `/_astro/${file}`
}

/** A script and the scripts that it imports statically, separated by spaces. */
function withImports(root: string, script: string): string {
  const code = readFileSync(join(root, script), 'utf8')
  const imports = [...code.matchAll(/(?:from|import) ?["'`]\.\/([\w.-]+\.js)["'`]/g)]
  return [script, ...imports.map(([, name]) => `/_astro/${name}`)].join(' ')
}
