import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collect } from './child.mjs'
import { inside, node } from './paths.mjs'
import { step, tail } from './print.mjs'

const SOURCES = [
  'astro.config.mjs',
  'package-lock.json',
  'package.json',
  'public',
  'scripts/astro-integration',
  'scripts/staff-console.config.ts',
  'src',
  'tsconfig.json',
  'uno.config.ts',
]
/** Sources that run directly, so they do not need a build. */
const UNBUILT = ['src/server.ts', 'src/service']
/** Astro builds the pages and empties dist, so the console of the team follows. */
const PROGRAMS = [
  [inside('node_modules/astro/bin/astro.mjs'), 'build'],
  [
    inside('node_modules/vite/bin/vite.js'),
    'build',
    '--config',
    inside('scripts/staff-console.config.ts'),
    '--logLevel',
    'error',
  ],
]
const stampPath = inside('dist/.stamp')

/** Builds the pages unless the sources have not changed since the last build. Returns true on success. */
export async function build(title, { force = false } = {}) {
  const stamp = sourcesHash()
  if (!force && isFresh(stamp)) return true
  rmSync(stampPath, { force: true })
  const done = step(title)
  // A test runner's NODE_ENV would result in a development build.
  for (const words of PROGRAMS) {
    const { code, output } = await collect(node, words, { NODE_ENV: 'production' })
    if (code === 0) continue
    done('failed')
    console.error(`\n${tail(output)}`)
    return false
  }
  writeFileSync(stampPath, stamp)
  done()
  return true
}

export function isFresh(stamp = sourcesHash()) {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp
}

function sourcesHash() {
  const hash = createHash('sha1')
  for (const source of SOURCES) addTo(hash, source)
  return hash.digest('hex')
}

function addTo(hash, path) {
  if (UNBUILT.includes(path)) return
  const entry = inside(path)
  if (!existsSync(entry)) return
  const names = namesIn(entry)
  if (!names) return hash.update(`${path}\0`).update(readFileSync(entry))
  for (const name of names) addTo(hash, join(path, name))
}

function namesIn(entry) {
  try {
    return readdirSync(entry).sort()
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}
