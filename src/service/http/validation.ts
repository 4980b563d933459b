import type { z } from 'zod'
import type { FieldError } from '#src/contract/envelope.ts'

/** Zod's issues as field → message key (spec §5), or key and parameters. */
export function fieldErrors(error: z.ZodError): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        errors[[...issue.path, key].join('.')] ??= 'validation.unknownField'
      continue
    }
    errors[issue.path.join('.') || 'body'] ??= messageOf(issue)
  }
  return errors
}

function messageOf(issue: z.core.$ZodIssue): FieldError {
  if (issue.message.startsWith('validation.')) return issue.message
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'validation.required'
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
