import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findings, root, sources } from '#tests/support/sources.ts'

const LONGEST = { source: 400, test: 600 }
const DATA = /^(src\/lib\/i18n\/locales\/|src\/service\/db\/(migrations|schema)\/)/
/** Generated, and the transcripts of every task, of which a reader looks one up. */
const LISTS = new Set(['docs/api.md', 'docs/operating.md'])
const THIS = 'tests/architecture/tidy.test.ts'

const code = ['src', 'tests', 'scripts', 'docs', '.ci']
  .flatMap(folder => sources(folder, ['.ts', '.tsx', '.astro', '.mjs', '.css', '.md', '']))
  .filter(({ path }) => path !== THIS)

test('a file is short enough to be read in one go', () => {
  const long = code
    .filter(({ path }) => !DATA.test(path) && !LISTS.has(path) && !path.endsWith('.css'))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(
      ({ path, lines }) => lines > (path.startsWith('tests/') ? LONGEST.test : LONGEST.source),
    )
  expect(long).toEqual([])
})

test('nothing is left for later and no type is given up', () => {
  const left = /\b(?:TODO|FIXME|XXX)\b|(?<!\w): any\b|\bas any\b|@ts-(?:ignore|nocheck)/g
  expect(code.filter(({ path }) => !path.endsWith('.md')).flatMap(f => findings(f, left))).toEqual(
    [],
  )
})

test('no path of one machine and no package registry is named', () => {
  const local = /(?<![\w.}])\/(?:work|root|Users|home)\/[\w./-]+|\bregistry\.[\w.-]+\.\w+/g
  expect(code.flatMap(file => findings(file, local))).toEqual([])
})

test('a path is not read off a URL, where a space is three letters', () => {
  const encoded = /import\.meta\.url\)\.pathname/g
  expect(code.flatMap(file => findings(file, encoded))).toEqual([])
})

test('a file of the project is found from its root, since a bundle lies elsewhere', () => {
  const relative = /import\.meta\.(?:dirname|filename|url)/g
  const files = sources('src', ['.ts', '.tsx', '.astro'])
  const found = files.flatMap(file => findings(file, relative))
  expect(found.filter(text => !text.startsWith('src/service/project-root.ts'))).toEqual([])
})

test('the lockfile names no registry, so any mirror will do', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  expect(lock).not.toContain('"resolved"')
})
