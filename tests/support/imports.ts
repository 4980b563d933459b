import { posix } from 'node:path'
import type { Source } from './sources.ts'

export type Import = {
  /** The importing file, from src/. */
  from: string
  /** What it takes: a file of ours from src/, or a package by the name in the import. */
  to: string
  isOurs: boolean
  /** Only its types, gone when the code runs. */
  isType: boolean
  /** Runs on the server: all of a .ts file, of an .astro file what stands between its fences. */
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
