import type { FieldError } from '#src/contract/envelope.ts'
import type { Translate } from './translate.ts'

/**
 * Returns the text next to a field. A pair is translated with its parameters and the name of the field (spec section
 * 5).
 * @param message the response's own message, used for its `errors.…` result
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
