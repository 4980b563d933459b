/** Checks text that users type. Lengths are counted like in the database; browsers check before they send. */
import type { FieldError } from './envelope.ts'

const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\p{C}\p{Z}]/gu

/** Returns the number of code points: an emoji counts as one, not two. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Returns the number of characters without spaces, joiners and direction marks. */
export function countVisible(text: string): number {
  return countCharacters(text.replace(INVISIBLE, ''))
}

type Bounds = { min: number; max: number }
/** Returns the error that the `userText` schema would report; null for valid text. */
export function validateUserText(text: string, { min, max }: Bounds): FieldError | null {
  const trimmed = text.trim()
  if (trimmed === '') return 'validation.required'
  if (countVisible(trimmed) < min) return ['validation.minLength', { length: min }]
  return countCharacters(trimmed) > max ? ['validation.maxLength', { length: max }] : null
}
