// CHANGELOG.md follows Keep a Changelog, and its last release is the version of the package.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SECTIONS = /^(?:Added|Changed|Deprecated|Removed|Fixed|Security|Upgrade)$/

const text = readFileSync('CHANGELOG.md', 'utf8')
const [unreleased, ...releases] = [...text.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title)
const dated = releases.map(title => /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/.exec(title))

test('unreleased changes come first, then releases from the newest to the oldest', () => {
  expect(unreleased).toBe('[Unreleased]')
  expect(dated).not.toContain(null)
  const days = dated.map(found => found?.[2])
  expect(days).toEqual([...days].sort().reverse())
  for (const release of text.split(/^## /m).slice(1)) {
    const titles = [...release.matchAll(/^### (.*)$/gm)].map(([, title]) => title)
    for (const title of titles) expect(title).toMatch(SECTIONS)
    expect(titles, 'each section once').toEqual([...new Set(titles)])
  }
})

test('the last release is the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  expect(dated[0]?.[1]).toBe(version)
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
})
