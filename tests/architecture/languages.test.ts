import { expect, test } from 'vitest'
import { sources } from '#tests/support/sources.ts'

const NAMES_A_LANGUAGE = /'(fa|en)'|\b(fa|en):|\.(fa|en)\b|_(fa|en)\b|\/en\b|\w(Fa|En)\b/
/** Dictionaries, and what drizzle-kit wrote, hold a name a language by nature. */
const DATA = /^src\/(lib\/i18n\/locales|service\/db\/migrations)\//
/** The values of the demo's packages. */
const TEXTS = /^src\/service\/demo\//

/**
 * Where a further language is added: the list, its formats, words and dictionaries, the font. The others say something about one
 * language: numbers in English documents, the languages of captions.
 */
const ALLOWED_FILES = [
  'src/contract/languages.ts',
  'src/lib/i18n/formats.ts',
  'src/lib/i18n/i18n.ts',
  'src/lib/i18n/languages.ts',
  'src/lib/text/count.ts',
  'src/lib/text/vocabulary.ts',
  'src/lib/text/words.ts',
  'src/service/access/access-table.ts',
  'src/service/cli/framework/table.ts',
  'src/service/cli/nouns/ingest.ts',
  'src/service/db/localized.ts',
  'src/service/db/schema/columns.ts',
  'src/service/ingest/caption-text.ts',
  'src/service/ingest/source.ts',
  'src/service/ingest/track-name.ts',
  'src/styles/font.ts',
]

test('languages are handled by list: few files name one, and those are known', () => {
  const naming = sources('src', ['.ts', '.tsx', '.mjs', '.astro', '.css'])
    .filter(({ path }) => !DATA.test(path) && !TEXTS.test(path))
    .filter(({ text }) => NAMES_A_LANGUAGE.test(text))
  expect(naming.map(({ path }) => path).sort()).toEqual(ALLOWED_FILES)
})
