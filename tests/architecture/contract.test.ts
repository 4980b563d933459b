/** Endpoints are records without schemas: a browser gets method and path, the service adds the schemas by name. */
import { expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { calls } from '#src/contract/calls.ts'
import { importsOf } from '#tests/support/imports.ts'
import { sources } from '#tests/support/sources.ts'

const files = sources('src', ['.ts', '.tsx', '.astro'])
const taken = Map.groupBy(
  files.flatMap(importsOf).filter(({ isType }) => !isType),
  ({ from }) => from,
)

/** Returns the chain of imports from a file to zod at run time; null if there is none. */
function wayToZod(path: string, seen = new Set<string>()): string[] | null {
  if (seen.has(path)) return null
  seen.add(path)
  for (const { to, isOurs } of taken.get(path) ?? []) {
    if (to === 'zod') return [path, to]
    const rest = isOurs ? wayToZod(to, seen) : null
    if (rest) return [path, ...rest]
  }
  return null
}

const BROWSER = /^src\/(islands|lib|components|layouts|pages|styles)\//

test('no file of the pages and the browser imports zod or a schema at run time', () => {
  const own = files.map(({ path }) => path).filter(path => BROWSER.test(path))
  const ways = own.map(path => wayToZod(path.slice('src/'.length))).filter(way => way !== null)
  expect(ways.map(way => way.join(' → '))).toEqual([])
})

test('the rule finds the schemas in the files that import them', () => {
  expect(wayToZod('service/platform/http/router.ts')?.at(-1)).toBe('zod')
  expect(wayToZod('contract/content.ts')).toEqual(['contract/content.ts', 'zod'])
})

test('endpoint records import only their type', () => {
  const records = [...taken.keys()].filter(from => from.startsWith('contract/endpoints/'))
  expect(records.length).toBeGreaterThan(5)
  for (const from of records)
    expect(taken.get(from)?.map(({ to }) => to)).toEqual(['contract/endpoint.ts'])
})

test('every endpoint has its schemas under its own name, and every schema its endpoint', () => {
  expect(endpoints.map(({ endpoint }) => endpoint.name)).toEqual(endpoints.map(({ name }) => name))
  expect(endpoints.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted())
})

test('no two domains use the same name for a call: the later schemas would replace the earlier', () => {
  const named = sources('src/contract', ['.ts'])
    .flatMap(({ text }) => [...text.matchAll(/^export const (\w+) = endpoint\(/gm)])
    .map(([, name]) => name)
  expect(named.toSorted()).toEqual(Object.keys(calls).toSorted())
})
