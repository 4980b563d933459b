import { expect, test } from 'vitest'
import { sources } from '#tests/support/sources.ts'

const NAMES_A_LANGUAGE = /'(fa|en)'|\b(fa|en):|\.(fa|en)\b|_(fa|en)\b|\/en\b|\w(Fa|En)\b/
/** Dictionaries and the output of drizzle-kit, which have one name per language by nature. */
const DATA = /^src\/(lib\/i18n\/locales|service\/platform\/db\/migrations)\//
/** Files with the texts of the demo's packages. */
const TEXTS = /^src\/service\/operations\/demo\//

/**
 * Files that change when a language is added: the list, its formats, words, dictionaries and calendars, the font. The others concern
 * one language: numbers in English documents, the languages of captions, tables in Persian.
 */
const ALLOWED_FILES = [
  'src/contract/languages.ts',
  'src/lib/i18n/formats.ts',
  'src/lib/i18n/i18n.ts',
  'src/lib/i18n/languages.ts',
  'src/lib/text/count.ts',
  'src/lib/text/vocabulary.ts',
  'src/lib/text/words.ts',
  'src/service/accounts/access/access-table.ts',
  'src/service/catalogue/import/persian-words.ts',
  'src/service/operations/cli/framework/table.ts',
  'src/service/operations/cli/nouns/ingest.ts',
  'src/service/platform/db/localized.ts',
  'src/service/platform/db/schema/columns.ts',
  'src/service/platform/text/decode-text.ts',
  'src/service/watching/ingest/caption-files.ts',
  'src/service/watching/ingest/language-tags.ts',
  'src/service/watching/ingest/track-name.ts',
  'src/service/watching/live/xmltv.ts',
  'src/staff/language.ts',
  'src/staff/main.tsx',
  'src/staff/texts.ts',
  'src/styles/font.ts',
]

test('languages are handled by list: only known files name one', () => {
  const naming = sources('src', ['.ts', '.tsx', '.mjs', '.astro', '.css'])
    .filter(({ path }) => !DATA.test(path) && !TEXTS.test(path))
    .filter(({ text }) => NAMES_A_LANGUAGE.test(text))
  expect(naming.map(({ path }) => path).sort()).toEqual(ALLOWED_FILES)
})
