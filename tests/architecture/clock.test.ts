import { expect, test } from 'vitest'
import { findings, sources, withoutComments } from '#tests/support/sources.ts'

/** Measure how long something takes, or compare the clocks. */
const OWN_CLOCK = new Set([
  'src/service/db/clock.ts',
  'src/service/db/embedded.ts',
  'src/service/db/postmaster.ts',
  'src/service/doctor/own-clock.ts',
  'src/service/import/progress.ts',
  'src/service/adapters/payments/fake-bank/faults.ts',
])

test('the service decides by the database’s clock, never by that of its own machine', () => {
  const found = sources('src/service', ['.ts'])
    .filter(({ path }) => !OWN_CLOCK.has(path))
    .flatMap(({ path, text }) =>
      findings({ path, text: withoutComments(text) }, /\bDate\.now\b|new Date\(\)/g),
    )
  expect(found).toEqual([])
})
