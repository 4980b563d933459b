/** `npm ci --omit=dev` is enough to run a build: every package that production loads is among the dependencies, and in the image. */
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { root, sources, withoutComments } from '#tests/support/sources.ts'
import { UNUSED } from '../../ops/container/prune.mjs'

/** Files that only `npm run dev` runs, and the console, whose packages the build bundles. */
const DEVELOPMENT = /^src\/(?:dev-site\.ts|staff\/|service\/platform\/dev\/)|\.d\.ts$/
const BOOTSTRAP = /^scripts\/(?:run\.mjs|pardeh\.mjs|hooks\.mjs|bootstrap\/)/
/** Files with which nodes and commands start, from source. */
const ROOTS =
  /^src\/(?:server|api-server)\.ts$|^src\/service\/operations\/cli\/(?:main|nouns\/[\w-]+)\.ts$/
/** Modules that the build generates. */
const BUILT = new Set(['uno.css'])

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const files = [
  ...sources('src', ['.ts', '.tsx', '.astro', '.js']).filter(({ path }) => !DEVELOPMENT.test(path)),
  ...sources('scripts', ['.mjs']).filter(({ path }) => BOOTSTRAP.test(path)),
]

const STATEMENT = /^\s*(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm
const CALL = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]/g

function importsOf(text: string): string[] {
  const code = withoutComments(text)
  return [...code.matchAll(STATEMENT), ...code.matchAll(CALL)].map(([, name = '']) => name)
}

/** Names of packages, with the first file that imports each. */
function packagesOf(list: typeof files): Map<string, string> {
  const found = new Map<string, string>()
  for (const { path, text } of list)
    for (const name of importsOf(text)) {
      if (/^(?:[./#]|node:|astro:|virtual:)/.test(name)) continue
      const [scope = '', rest] = name.split('/')
      const own = scope.startsWith('@') ? `${scope}/${rest}` : scope
      if (!found.has(own) && !BUILT.has(own)) found.set(own, path)
    }
  return found
}

/** Returns the files that are loaded from source, without a build. */
function unbuilt(): typeof files {
  const byPath = new Map(files.map(file => [file.path, file]))
  const loaded = new Set(files.filter(({ path }) => ROOTS.test(path)))
  for (const { path, text } of loaded)
    for (const name of importsOf(text)) {
      const target = name.startsWith('#src/') ? name.slice(1) : posix.join(dirname(path), name)
      const file = byPath.get(target)
      if (file) loaded.add(file)
    }
  return [...loaded]
}

test('every package that production imports is among the dependencies', () => {
  const imported = packagesOf(files)
  expect(imported.size).toBeGreaterThan(30)
  expect(imported.has('hono')).toBe(true)
  expect([...imported].filter(([name]) => !(name in dependencies))).toEqual([])
})

type Locked = { dependencies?: Record<string, string> }
const locked: Record<string, Locked> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages

/** Adds the packages on which they depend, recursively. */
function withDependencies(names: Iterable<string>): Set<string> {
  const all = new Set(names)
  for (const name of all)
    for (const other of Object.keys(locked[`node_modules/${name}`]?.dependencies ?? {}))
      all.add(other)
  return all
}

test('the image contains every file that is loaded from source', () => {
  const loaded = packagesOf(unbuilt())
  expect(loaded.has('pg-boss')).toBe(true)
  const isRemoved = (name: string) =>
    UNUSED.some(unused => name === unused || name.startsWith(`${unused}/`))
  const needed = withDependencies(loaded.keys())
  expect(needed.has('@babel/runtime')).toBe(true)
  expect([...needed].filter(isRemoved)).toEqual([])
})
