import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { DOCUMENTS, ROOT } from '../../scripts/docs/write.ts'

test.each(Object.entries(DOCUMENTS))('%s is current: npm run docs writes it', (path, text) => {
  expect(readFileSync(join(ROOT, path), 'utf8') === text()).toBe(true)
})

test('docs/api.md describes every call with its access and its reply', () => {
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
  for (const { name, endpoint } of endpoints) {
    const section = page.split('\n### ').find(part => part.startsWith(`${name}\n`)) ?? ''
    expect(section, name).toContain(`\`${endpoint.method} ${endpoint.path}\``)
    expect(section, name).toContain(`access: ${endpoint.access}`)
    expect(section, name).toMatch(/^data \S/m)
  }
})
