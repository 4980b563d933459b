/** Words that hold a comment back until a moderator has read it. */
import { asc, inArray } from 'drizzle-orm'
import { HELD_WORD } from '#src/contract/limits.ts'
import { searchText } from '#src/lib/text/normalise.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { heldWords } from '../../platform/db/schema/comments.ts'

const ANY_ENDING = '*'

/**
 * Normalises a word or phrase for comparison: spelling variants of a letter, ZWNJ, case and diacritics are ignored. `*` at the end
 * matches any ending. Returns null if the result is too short or too long.
 */
export function normalizeHeldWord(given: string): string | null {
  const word = searchText(given)
  if (word.length < HELD_WORD.min || word.length > HELD_WORD.max) return null
  return given.trim().endsWith(ANY_ENDING) ? `${word}${ANY_ENDING}` : word
}

/** Returns the first of the words that occurs in the text as a separate word. */
export function findHeldWord(text: string, words: readonly string[]): string | null {
  const spaced = ` ${searchText(text)} `
  const isIn = (word: string) =>
    word.endsWith(ANY_ENDING)
      ? spaced.includes(` ${word.slice(0, -1)}`)
      : spaced.includes(` ${word} `)
  return words.find(isIn) ?? null
}

export async function listHeldWords(db: Queryable): Promise<string[]> {
  const rows = await db.select().from(heldWords).orderBy(asc(heldWords.word))
  return rows.map(({ word }) => word)
}

/** Returns the words that are new. */
export async function addHeldWords(
  db: Queryable,
  words: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .insert(heldWords)
    .values(words.map(word => ({ word, createdAt: now })))
    .onConflictDoNothing()
    .returning()
  return rows.map(({ word }) => word)
}

/** Returns the words that were in the list. */
export async function removeHeldWords(db: Queryable, words: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(heldWords)
    .where(inArray(heldWords.word, [...words]))
    .returning()
  return rows.map(({ word }) => word)
}
