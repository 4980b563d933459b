/** The length of text that users type, counted as the database counts it. Browser code runs this before it sends. */
import type { FieldError } from './envelope.ts'

const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\p{C}\p{Z}]/gu

/** Code points: an emoji is one, not two. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Without blanks, joiners and direction marks. */
export function countVisible(text: string): number {
  return countCharacters(text.replace(INVISIBLE, ''))
}

type Bounds = { min: number; max: number }
/** The error that the `userText` schema would give; null for valid text. */
export function userTextProblem(text: string, { min, max }: Bounds): FieldError | null {
  const trimmed = text.trim()
  if (trimmed === '') return 'validation.required'
  if (countVisible(trimmed) < min) return ['validation.minLength', { length: min }]
  return countCharacters(trimmed) > max ? ['validation.maxLength', { length: max }] : null
}
