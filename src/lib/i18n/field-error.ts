import type { FieldError } from '#src/contract/envelope.ts'
import type { Translate } from './translate.ts'

/**
 * The text beside a field: a pair is translated with its parameters plus the field's name (spec section 5).
 * Takes a translator that has `validation`; `message` is the response's own, the text of `errors.…` of its result.
 */
export function fieldErrorText(
  t: Translate<'validation.invalid'>,
  field: string,
  error: FieldError,
  message?: string,
): string {
  const [key, params] = typeof error === 'string' ? [error, {}] : error
  if (message && key.startsWith('errors.')) return message
  const name = t.find(`validation.field.${field}`) ?? field
  return t.find(key, { ...params, field: name }) ?? t('validation.invalid', { field: name })
}
