import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { DOCUMENTS, ROOT } from '../../scripts/docs/write.ts'

test.each(Object.entries(DOCUMENTS))('%s is current: npm run docs writes it', (path, text) => {
  expect(readFileSync(join(ROOT, path), 'utf8') === text()).toBe(true)
})

test('docs/api.md names only calls of the contract', () => {
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
  const calls = Array.from(page.matchAll(/`(GET|POST|PUT|DELETE) (\/[^\s`?]*)/g))
  const known = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(calls.length).toBeGreaterThan(10)
  for (const [, method, path] of calls)
    if (!path?.startsWith('/api')) expect(known).toContain(`${method} ${path}`)
})
