/** Words that hold a comment back until a moderator has read it. */
import { asc, inArray } from 'drizzle-orm'
import { HELD_WORD } from '#src/contract/limits.ts'
import { searchText } from '#src/lib/text/normalise.ts'
import type { Queryable } from '../db/open.ts'
import { heldWords } from '../db/schema/comments.ts'

const ANY_ENDING = '*'

/**
 * A word or phrase as it is compared: spellings of one letter, ZWNJ, case and marks make no difference. `*` at the end stands for any ending.
 * Null where nothing is left, or too little or too much.
 */
export function heldWordOf(given: string): string | null {
  const word = searchText(given)
  if (word.length < HELD_WORD.min || word.length > HELD_WORD.max) return null
  return given.trim().endsWith(ANY_ENDING) ? `${word}${ANY_ENDING}` : word
}

/** The first of the words that the text holds as a word of its own. */
export function firstHeld(text: string, words: readonly string[]): string | null {
  const spaced = ` ${searchText(text)} `
  const isIn = (word: string) =>
    word.endsWith(ANY_ENDING)
      ? spaced.includes(` ${word.slice(0, -1)}`)
      : spaced.includes(` ${word} `)
  return words.find(isIn) ?? null
}

export async function allHeldWords(db: Queryable): Promise<string[]> {
  const rows = await db.select().from(heldWords).orderBy(asc(heldWords.word))
  return rows.map(({ word }) => word)
}

/** @returns those that are new */
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

/** @returns those that were there */
export async function removeHeldWords(db: Queryable, words: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(heldWords)
    .where(inArray(heldWords.word, [...words]))
    .returning()
  return rows.map(({ word }) => word)
}
