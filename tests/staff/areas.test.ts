import { expect, test } from 'vitest'
import { AREAS } from '#src/staff/screens/areas.ts'
import en from '#src/staff/texts/en.json' with { type: 'json' }
import fa from '#src/staff/texts/fa.json' with { type: 'json' }

/** Lists that always have a row: who reads them, and the jobs of this release. */
const NEVER_EMPTY = ['staff.list', 'jobs.list']

type Texts = Record<string, Record<string, string> | undefined>

test.each([
  ['Persian', fa],
  ['English', en],
])('every list of the console says in %s what is not there', (_, { staff }) => {
  const reads = AREAS.flatMap(({ sections }) => sections.map(section => section.reads))
  const isSilent = (action: string) => {
    const [noun = '', verb = ''] = action.split('.')
    return !(staff.nothing as Texts)[noun]?.[verb]
  }
  expect(reads.length).toBeGreaterThan(10)
  expect(reads.filter(isSilent)).toEqual(NEVER_EMPTY)
})
