import { expect, test } from 'vitest'
import { cyclesOf } from '#tests/support/import-cycles.ts'
import { importsOf } from '#tests/support/imports.ts'
import { sources } from '#tests/support/sources.ts'

test('no file imports itself through others, types included', () => {
  const files = sources('src', ['.ts', '.tsx', '.astro'])
  const graph = new Map(
    files.map(file => [
      file.path.slice('src/'.length),
      importsOf(file)
        .filter(({ isOurs }) => isOurs)
        .map(({ to }) => to),
    ]),
  )
  expect(graph.size).toBeGreaterThan(500)
  expect(cyclesOf(graph)).toEqual([])
})

test('a cycle is found from any file in it', () => {
  const graph = new Map([
    ['a', ['b', 'x']],
    ['b', ['c']],
    ['c', ['b', 'd']],
    ['d', []],
    ['e', ['e']],
    ['x', ['a']],
  ])
  expect(cyclesOf(graph)).toEqual([['b', 'c'], ['a', 'x'], ['e']])
})
