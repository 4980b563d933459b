import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { demoRecords } from '#tests/support/demo-catalogue.ts'
import { sources, withoutComments } from '#tests/support/sources.ts'

const records = await demoRecords()
const invented = records.flatMap(record => {
  if (record.kind === 'removal') return []
  const name = record.kind === 'title' ? record.title : record.name
  return [record.external_id, name.fa, name.en].flatMap(word => word ?? [])
})

/** Returns the words that occur in quotes, as a value in code would. */
function quotedWords(text: string, words: ReadonlySet<string>): string[] {
  return [...text.matchAll(/(['"`])((?:(?!\1|\n).)+)\1/g)]
    .map(([, , value = '']) => value)
    .filter(value => words.has(value))
}

test('the source contains no title and no artist of the demo: they are data in demo/catalogue', () => {
  const words = new Set(invented)
  const found = sources('src', ['.ts', '.tsx', '.astro'])
    .filter(({ path }) => !path.startsWith('src/lib/i18n/locales/'))
    .flatMap(({ path, text }) =>
      quotedWords(withoutComments(text), words).map(word => `${path}  ${word}`),
    )
  expect(found).toEqual([])
})

test('a title of the demo in the source would be found', () => {
  const words = new Set(invented)
  expect(quotedWords(`{ id: '${invented[0]}' }`, words)).toEqual([invented[0]])
})

// Starting a process takes seconds on a busy machine.
test('every picture of the demo is drawn from its current texts', { timeout: 180_000 }, () => {
  // This needs a separate process, because vitest compiles the functions on which the names of pictures depend.
  const told = execFileSync(process.execPath, ['demo/art/main.ts', '--check'], { encoding: 'utf8' })
  expect(told).toMatch(/^\d+ pictures, 0 to draw\n$/)
})
