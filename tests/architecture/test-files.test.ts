/** Every test file runs in exactly one project, and vitest.config.ts has no pattern for a folder that no longer exists. */
import { readdirSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { root, sources } from '#tests/support/sources.ts'
import config from '../../vitest.config.ts'

type Patterns = { name: string; include: string[]; exclude?: string[]; globalSetup?: string[] }
const { projects = [], ...rest } = config.test ?? {}
const all = projects.map(project => (project as { test: Patterns }).test)

/** Expands `a/{b,c}/*.ts` to `a/b/*.ts` and `a/c/*.ts`. */
function alternatives(pattern: string): string[] {
  const list = /\{([^{}]*)\}/.exec(pattern)
  if (!list) return [pattern]
  const [before, after] = [pattern.slice(0, list.index), pattern.slice(list.index + list[0].length)]
  return (list[1] ?? '').split(',').flatMap(each => alternatives(before + each + after))
}
/** The folders are read once: a search for every pattern takes ten seconds on a busy machine. */
const underTests = readdirSync(`${root}/tests`, { recursive: true, encoding: 'utf8' }).map(
  path => `tests/${path.replaceAll('\\', '/')}`,
)
const matches = (pattern: string) => underTests.filter(path => matchesGlob(path, pattern))

test('every pattern of a project matches a file, and so does each alternative in a list', () => {
  expect(all.length).toBeGreaterThan(3)
  const patterns = all.flatMap(({ include, exclude = [], globalSetup = [] }) =>
    [...include, ...exclude, ...globalSetup].flatMap(alternatives),
  )
  expect(patterns.filter(pattern => matches(pattern).length === 0)).toEqual([])
})

test('a run without tests fails', () => {
  expect(rest).not.toHaveProperty('passWithNoTests', true)
})

test('every test file belongs to exactly one project', () => {
  const filesOf = ({ include, exclude = [] }: Patterns) => {
    const excluded = new Set(exclude.flatMap(matches))
    return [...new Set(include.flatMap(matches))].filter(file => !excluded.has(file))
  }
  const run = all.flatMap(filesOf)
  const files = sources('tests', ['.ts'])
    .map(({ path }) => path)
    .filter(path => /\.(test|spec)\.ts$/.test(path))
  expect(run.toSorted()).toEqual(files.toSorted())
})
