import { expect, test } from 'vitest'
import { findings, sources, withoutComments } from '#tests/support/sources.ts'

/**
 * Files that measure a duration or compare the clocks, and signatures between nodes: a page node without a database has its own clock
 * alone.
 */
const OWN_CLOCK = new Set([
  'src/service/platform/db/clock.ts',
  'src/service/platform/db/embedded.ts',
  'src/service/platform/db/postmaster.ts',
  'src/service/operations/doctor/own-clock.ts',
  'src/service/platform/adapters/payments/fake-bank/faults.ts',
  'src/service/platform/nodes/callers.ts',
  'src/service/platform/nodes/visitor-signature.ts',
])

test('the service decides by the database’s clock, never by that of its own machine', () => {
  const found = sources('src/service', ['.ts'])
    .filter(({ path }) => !OWN_CLOCK.has(path))
    .flatMap(({ path, text }) =>
      findings({ path, text: withoutComments(text) }, /\bDate\.now\b|new Date\(\)/g),
    )
  expect(found).toEqual([])
})
