// The keys of advisory locks are one namespace in a database. Each purpose has its own key, and one file lists all of them.
import { expect, test } from 'vitest'
import { ADVISORY_LOCKS } from '#src/service/platform/db/advisory-locks.ts'
import { sources } from '#tests/support/sources.ts'

test('no two purposes share a key', () => {
  const keys = Object.values(ADVISORY_LOCKS)
  expect(new Set(keys).size).toBe(keys.length)
})

test('no key is written elsewhere', () => {
  const elsewhere = sources('src', ['.ts'])
    .filter(
      ({ path, text }) =>
        /\b7_?273_?\d{3}\b|advisory\w*lock\(\d/.test(text) && !path.endsWith('/advisory-locks.ts'),
    )
    .map(({ path }) => path)
  expect(elsewhere).toEqual([])
})
