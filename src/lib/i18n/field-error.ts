import type { FieldError } from '#src/contract/envelope.ts'
import type { Translate } from './translate.ts'

/**
 * The text beside a field: a pair is translated with its parameters plus the field's name (spec section 5).
 * Takes a translator that has `validation`.
 */
export function fieldErrorText(
  t: Translate<'validation.invalid'>,
  field: string,
  error: FieldError,
): string {
  const [key, params] = typeof error === 'string' ? [error, {}] : error
  const name = t.find(`validation.field.${field}`) ?? field
  return t.find(key, { ...params, field: name }) ?? t('validation.invalid', { field: name })
}
