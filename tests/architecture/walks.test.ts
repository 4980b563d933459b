/** docs/architecture.md: the files of the five requests exist, each once, and no request takes more files than its limit. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#tests/support/sources.ts'

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const LIMITS: Record<string, number> = {
  'GET /contents': 30,
  'GET /contents/{short_id}/{slug}': 35,
  'Sign-in by code': 28,
  'Purchase to callback': 32,
  Manifest: 22,
}

test.each(Object.entries(LIMITS))('%s takes at most %i files', (heading, limit) => {
  const section = page.split(`\n### ${heading}\n`)[1]?.split(/\n##/)[0] ?? ''
  const items = [...section.matchAll(/^(\d+)\. `([^`]+)`$/gm)]
  const paths = items.map(([, , path]) => path as string)
  expect(items.map(([, number]) => Number(number))).toEqual(paths.map((_, index) => index + 1))
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.length).toBeLessThanOrEqual(limit)
  expect(section).toContain(`At most ${limit}.`)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
})

test('a file of a request imports the next steps: none is listed that nothing before it leads to', () => {
  for (const heading of Object.keys(LIMITS)) {
    const section = page.split(`\n### ${heading}\n`)[1]?.split(/\n##/)[0] ?? ''
    const paths = [...section.matchAll(/^\d+\. `([^`]+)`$/gm)].map(([, path]) => path as string)
    const lonely = paths.slice(1).filter(path => !paths.some(other => leadsTo(other, path)))
    expect(
      lonely.filter(path => !ENTRIES.has(path)),
      heading,
    ).toEqual([])
  }
})

/** Reached through Astro's build and configuration, the runtime context, `deps`, and a leaf component. */
const ENTRIES = new Set([
  'src/fetch.ts',
  'src/http/cache-provider.ts',
  'src/service/app.ts',
  'src/service/http/direct-call.ts',
  'src/service/http/rate-limits.ts',
  'src/components/catalogue/poster-card.ts',
])

function leadsTo(from: string, to: string): boolean {
  if (from === to) return false
  if (to.startsWith('src/pages/') && !/\/_/.test(to)) return from === 'src/http/render.ts'
  if (to.endsWith('.routes.ts'))
    return from === 'src/service/app.ts' || from === 'src/service/http/direct-call.ts'
  const name = to.split('/').at(-1) as string
  return existsSync(join(root, from)) && readFileSync(join(root, from), 'utf8').includes(name)
}
