import { sql } from 'drizzle-orm'
import { oncePerVersion } from '../catalogue/version.ts'
import type { Deps } from '../deps.ts'
import { isNameWord } from './name-word.ts'
import { createVocabulary, suggestionsFor, type Vocabulary, type Word } from './spelling.ts'

/** More alternatives than these would find anything. */
const WORDS_MAX = 8

/** Every word of the names of titles and artists, read once for a version of the catalogue. */
function vocabularyOf(deps: Deps, table: 'contents' | 'artists'): Promise<Vocabulary> {
  return oncePerVersion(deps, `vocabulary of ${table}`, async () => {
    const { rows } = await deps.db.execute<Word>(
      sql`select word as text, ndoc as count from ts_stat(${`select tsv from ${table} where removed_at is null`})`,
    )
    return createVocabulary(rows.filter(({ text }) => !isNameWord(text)))
  })
}

/**
 * The text of a to_tsquery that takes, for every word typed, the words that may have been meant. Null when there are none
 * besides what was typed.
 */
export async function correctedQuery(
  deps: Deps,
  text: string,
  table: 'contents' | 'artists',
): Promise<string | null> {
  const vocabulary = await vocabularyOf(deps, table)
  const words = text.split(' ').filter(Boolean).slice(0, WORDS_MAX)
  const meant = words.map(word => suggestionsFor(word, vocabulary))
  if (meant.every(suggestions => suggestions.length === 0)) return null
  return words
    .map((word, index) => {
      const all = [word, ...(meant[index] ?? [])]
      return `(${all.map(each => `'${each}':*`).join(' | ')})`
    })
    .join(' & ')
}
