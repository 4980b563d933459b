/** Text that people write: kept as written and shown as text; only its length is bound. */
import { z } from 'zod'
import type { FieldError } from './envelope.ts'

const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\p{C}\p{Z}]/gu

/** Characters as the database counts them: an emoji is one, not two. */
export function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Those that can be seen: blanks, joiners and direction marks alone are no text. */
export function visibleCharacters(text: string): number {
  return characters(text.replace(INVISIBLE, ''))
}

/** At least `min` visible characters and at most `max` in all. NUL and halves of emoji, which no database takes, go. */
export function written(min: number, max: number) {
  return z
    .string()
    .transform(text => text.toWellFormed().replaceAll('\u0000', '').trim())
    .superRefine((text, context) => {
      const issue = { origin: 'string', inclusive: true, input: text } as const
      if (visibleCharacters(text) < min)
        context.addIssue({ ...issue, code: 'too_small', minimum: min })
      else if (characters(text) > max) context.addIssue({ ...issue, code: 'too_big', maximum: max })
    })
}

type Bounds = { min: number; max: number }
/** What `written` would refuse, said before anything is sent; null when nothing. */
export function writtenProblem(text: string, { min, max }: Bounds): FieldError | null {
  const words = text.trim()
  if (words === '') return 'validation.required'
  if (visibleCharacters(words) < min) return ['validation.minLength', { length: min }]
  return characters(words) > max ? ['validation.maxLength', { length: max }] : null
}
