import type { z } from 'zod'
import type { FieldError } from '#src/contract/envelope.ts'

/** Converts Zod's issues into message keys (spec §5) by field, with parameters if needed. `input` is the parsed value. */
export function fieldErrors(error: z.ZodError, input: unknown): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        errors[[...issue.path, key].join('.')] ??= 'validation.unknownField'
      continue
    }
    errors[issue.path.join('.') || 'body'] ??= messageOf(issue, valueAt(input, issue.path))
  }
  return errors
}

/** Returns the value of an issue. Issues do not contain it, to keep user input out of logs. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    input,
  )
}

/** Zod's codes for a missing value: of a text or number, of a choice, and of alternatives. */
const OF_MISSING = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

function messageOf(issue: z.core.$ZodIssue, value: unknown): FieldError {
  if (issue.message.startsWith('validation.')) return issue.message
  if (OF_MISSING.has(issue.code) && value == null) return 'validation.required'
  if (issue.code === 'too_small') {
    if (issue.origin === 'string' && Number(issue.minimum) <= 1) return 'validation.required'
    if (issue.origin === 'string')
      return ['validation.minLength', { length: Number(issue.minimum) }]
    if (issue.origin === 'array') return ['validation.minItems', { length: Number(issue.minimum) }]
    return ['validation.min', { min: Number(issue.minimum) }]
  }
  if (issue.code === 'too_big') {
    if (issue.origin === 'string')
      return ['validation.maxLength', { length: Number(issue.maximum) }]
    if (issue.origin === 'array') return ['validation.maxItems', { length: Number(issue.maximum) }]
    return ['validation.max', { max: Number(issue.maximum) }]
  }
  return 'validation.invalid'
}
