import { expect, test } from 'vitest'
import { ImportRecord } from '#src/contract/import.ts'
import { describeIssues } from '#src/service/catalogue/import/problem.ts'
import { readProblem } from '#src/staff/import-problem.ts'
import { sources } from '#tests/support/sources.ts'

/** Problems that an upload in the console cannot have: of files of the machine, and of streams that commands store. */
const OF_THE_TERMINAL = [
  /standard input has no folder/,
  /outside the folder/,
  /is not a file$/,
  /larger than 40 MB/,
  /cannot be read as a picture/,
  /films\/rain/,
  /adverts\//,
  /cannot end at/,
  /only allowed for titles of type/,
  /cannot contain the title itself/,
  /is of type/,
  /nested more than/,
  /control character/,
  /is not JSON/,
  /the database rejected it/,
  /which is not a \S+$/,
]

const FILM = { kind: 'title', external_id: 'a', type: 'single_video', title: { fa: 'آ' } }

/** Returns the reasons for which the format refuses a record. */
function reasonsOf(record: object): string[] {
  const { error } = ImportRecord.safeParse(record)
  return error ? describeIssues(1, error).map(({ reason }) => reason) : []
}

test.each([
  ['a year in words', { ...FILM, year: 'twenty' }],
  ['an unknown field', { ...FILM, colour: 'red' }],
  ['a missing type', { ...FILM, type: undefined }],
  ['an unknown type', { ...FILM, type: 'movie' }],
  ['an age that no label has', { ...FILM, age_label: 5 }],
  ['a duration in minutes', { ...FILM, duration: '95' }],
  ['a country by name', { ...FILM, countries: ['Iran'] }],
  ['a rating above 100', { ...FILM, imdb_rank_percent: 140 }],
  ['a text where a list belongs', { ...FILM, genres: 'drama' }],
])('%s has words in the dictionary', (_, record) => {
  const reasons = reasonsOf(record)
  expect(reasons).not.toEqual([])
  for (const reason of reasons) expect(readProblem(reason), reason).not.toBeNull()
})

test('a problem keeps what the file has, and a later version may name others', () => {
  expect(readProblem('must be at most 100, not 140')).toEqual({
    key: 'most',
    values: { a: '100', b: '140' },
  })
  expect(readProblem('is not an allowed value: "Movie 2"')).toEqual({
    key: 'notAllowed',
    values: { a: '"Movie 2"' },
  })
  expect(readProblem('a reason of a later version')).toBeNull()
})

test('every reason in the code of the import has words in the dictionary, unless only commands can meet it', () => {
  const reasons = sources('src/service/catalogue/import', ['.ts']).flatMap(({ text }) => {
    const found = text.matchAll(
      /(?:new RecordError\(\s*[^,]+,\s*|reason: )(['`])((?:(?!\1)[^\\]|\\.)+)\1/g,
    )
    return [...found].map(([, , reason = '']) =>
      reason.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, 'X'),
    )
  })
  expect(reasons.length).toBeGreaterThan(20)
  const missing = reasons.filter(
    reason =>
      readProblem(reason) === null && !OF_THE_TERMINAL.some(pattern => pattern.test(reason)),
  )
  expect(missing).toEqual([])
})
