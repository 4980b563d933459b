import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', '.astro', '.cache', 'coverage'])

export type Source = { path: string; text: string }

/** Returns the files of a folder; paths are relative to the root, with forward slashes. */
export function sources(folder: string, extensions: string[]): Source[] {
  return walk(join(root, folder))
    .filter(file => extensions.includes(extname(file)))
    .map(file => ({
      path: relative(root, file).replaceAll('\\', '/'),
      text: readFileSync(file, 'utf8'),
    }))
}

/** Replaces comments by blanks, which preserves line numbers. */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, found => found.replace(/[^\n]/g, ' '))
    .replace(/(^|[\s;,{(])\/\/[^\n]*/g, '$1')
}

/** Returns one `path:line  match` per match, as a failing test shows them. */
export function findings({ path, text }: Source, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(found => {
    const line = text.slice(0, found.index).split('\n').length
    return `${path}:${line}  ${found[0].trim()}`
  })
}

function walk(folder: string): string[] {
  return entries(folder).flatMap(entry => {
    if (SKIPPED.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}

function entries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
