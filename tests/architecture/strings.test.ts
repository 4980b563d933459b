import { expect, test } from 'vitest'
import { findings, sources, withoutComments } from '#tests/support/sources.ts'

/** Two consecutive Persian letters: a word, unlike the single letters that text rules mention. */
const PERSIAN_WORD = /[\u0620-\u064a\u067e\u0686\u0698\u06a9\u06af\u06cc]{2,}/g
/** Dictionaries, the rules of the language, and the demo's films. */
const AT_HOME = /^src\/(lib\/i18n\/locales|lib\/text|service\/operations\/demo)\//
/** Files with the word that tests a database, and with words that imported catalogues and video files use. */
const ALLOWED = new Set([
  'src/service/platform/db/open.ts',
  'src/service/catalogue/import/categories.ts',
  'src/service/catalogue/import/persian-words.ts',
  'src/service/catalogue/import/table-rows.ts',
  'src/service/catalogue/import/written-value.ts',
  'src/service/watching/ingest/track-kind.ts',
])

const files = sources('src', ['.ts', '.tsx', '.astro'])
  .filter(({ path }) => !AT_HOME.test(path) && !ALLOWED.has(path))
  .map(({ path, text }) => ({ path, text: withoutComments(text) }))

test('every Persian text on screen comes from the dictionaries', () => {
  expect(files.flatMap(file => findings(file, PERSIAN_WORD))).toEqual([])
})

test('an island contains no sentence', () => {
  const sentence = />\s*[A-Z][a-z]+(?: [a-z]+)+[.!?]?\s*</g
  const islands = files.filter(({ path }) => path.endsWith('.tsx'))
  expect(islands.flatMap(file => findings(file, sentence))).toEqual([])
})
