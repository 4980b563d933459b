import { posix } from 'node:path'
import type { Source } from './sources.ts'

export type Import = {
  /** The importing file, relative to src/. */
  from: string
  /** The imported file relative to src/, or the package specifier. */
  to: string
  isOurs: boolean
  /** True for a type-only import. */
  isType: boolean
  /** True if it runs on the server: a .ts file, or the frontmatter of an .astro file. */
  isServed: boolean
}

const IMPORT =
  /(?:^|[;\s}])(?:import|export)(\s+type)?\b(?:[\w*\s{},$]*\bfrom)?\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g

export function importsOf({ path, text }: Source): Import[] {
  const from = path.slice('src/'.length)
  const served = path.endsWith('.astro') ? text.indexOf('\n---', 3) : text.length
  return [...text.matchAll(IMPORT)].map(found => ({
    from,
    ...target(from, (found[2] ?? found[3]) as string),
    isType: found[1] !== undefined,
    isServed: found.index < served,
  }))
}

function target(from: string, name: string): Pick<Import, 'to' | 'isOurs'> {
  if (name.startsWith('#src/')) return { to: name.slice('#src/'.length), isOurs: true }
  if (!name.startsWith('.')) return { to: name, isOurs: false }
  const to = posix.join(posix.dirname(from), name)
  return { to, isOurs: !to.startsWith('..') }
}
