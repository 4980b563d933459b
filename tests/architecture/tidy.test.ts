import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findings, root, sources } from '#tests/support/sources.ts'

const THIS = 'tests/architecture/tidy.test.ts'

const code = ['src', 'tests', 'scripts', 'docs', '.ci']
  .flatMap(folder => sources(folder, ['.ts', '.tsx', '.astro', '.mjs', '.css', '.md', '']))
  .filter(({ path }) => path !== THIS)

test('no work is postponed and no type is bypassed', () => {
  const left = /\b(?:TODO|FIXME|XXX)\b|(?<!\w): any\b|\bas any\b|@ts-(?:ignore|nocheck)/g
  expect(code.filter(({ path }) => !path.endsWith('.md')).flatMap(f => findings(f, left))).toEqual(
    [],
  )
})

test('no machine path and no package registry is named', () => {
  const local = /(?<![\w.}])\/(?:work|root|Users|home)\/[\w./-]+|\bregistry\.[\w.-]+\.\w+/g
  expect(code.flatMap(file => findings(file, local))).toEqual([])
})

test('a path is not taken from a URL, in which a space is three characters', () => {
  const encoded = /import\.meta\.url\)\.pathname/g
  expect(code.flatMap(file => findings(file, encoded))).toEqual([])
})

test('a file of the project is found from its root, because a bundle is in another folder', () => {
  const relative = /import\.meta\.(?:dirname|filename|url)/g
  const files = sources('src', ['.ts', '.tsx', '.astro'])
  const found = files.flatMap(file => findings(file, relative))
  expect(found.filter(text => !text.startsWith('src/service/platform/project-root.ts'))).toEqual([])
})

test('the lockfile names no registry, so any mirror works', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  expect(lock).not.toContain('"resolved"')
})

test('an exported function has a name of its own, so that a search finds one', () => {
  const exported = /^export (?:async )?function\*? (\w+)|^export const (\w+) = (?:async )?\(/gm
  const files = ['src', 'scripts'].flatMap(folder => sources(folder, ['.ts', '.tsx', '.mjs']))
  const homes = new Map<string, Set<string>>()
  for (const { path, text } of files)
    for (const [, declared, assigned] of text.matchAll(exported)) {
      const name = declared ?? assigned ?? ''
      homes.set(name, (homes.get(name) ?? new Set()).add(path))
    }
  const twice = [...homes].filter(([, paths]) => paths.size > 1)
  expect(twice.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([])
})

/** Classes whose first rules are in the first style sheet, and the others in a later one. */
const IN_TWO_SHEETS = ['content-top']

test('a class has one style sheet, so that no sheet changes the elements of another', () => {
  const homes = new Map<string, Set<string>>()
  for (const { path, text } of sources('src/styles', ['.css']))
    for (const [, name = ''] of text.matchAll(/^\.([\w-]+) \{/gm))
      homes.set(name, (homes.get(name) ?? new Set()).add(path))
  const twice = [...homes].filter(([, paths]) => paths.size > 1).map(([name]) => name)
  expect(twice).toEqual(IN_TWO_SHEETS)
})
