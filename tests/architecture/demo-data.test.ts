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

/** Which of the words stand between quotes, as a value in code would. */
function quotedWords(text: string, words: ReadonlySet<string>): string[] {
  return [...text.matchAll(/(['"`])((?:(?!\1|\n).)+)\1/g)]
    .map(([, , value = '']) => value)
    .filter(value => words.has(value))
}

test('the source holds no title and no artist of the demo: they are data in demo/catalogue', () => {
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

// A process that starts takes seconds on a busy machine.
test('every picture of the demo is drawn from its present texts', { timeout: 60_000 }, () => {
  // In a process of its own: vitest compiles the functions that the pictures' names depend on.
  const told = execFileSync(process.execPath, ['demo/art/main.ts', '--check'], { encoding: 'utf8' })
  expect(told).toMatch(/^\d+ pictures, 0 to draw\n$/)
})
