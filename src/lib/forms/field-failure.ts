import type { FieldError } from '#src/contract/envelope.ts'
import type { Failure } from '../api/failure.ts'
import { type FailureT, failureText } from '../api/failure-reactions.ts'
import { fieldErrorText } from '../i18n/field-error.ts'
import type { Translate } from '../i18n/translate.ts'

type T = Translate<'validation.invalid'> & FailureT

/** Returns the error text of a field; undefined for a valid field. `t` needs `validation` and `errors`. */
export function fieldFailure(failure: Failure | null, field: string, t: T): string | undefined {
  if (failure?.kind !== 'api_error') return undefined
  const error = failure.errors[field]
  return error ? fieldErrorText(t, field, error, failure.message) : undefined
}

/** Returns the error text of the form; undefined if the failure belongs to one of these fields. */
export function formFailure(failure: Failure | null, fields: string[], t: T): string | undefined {
  if (!failure) return undefined
  if (failure.kind === 'api_error' && fields.some(field => failure.errors[field])) return undefined
  return failureText(failure, t)
}

/** Converts errors of client-side validation to a failure like one from the service. */
export function validationFailure(errors: Record<string, FieldError>): Failure {
  return {
    kind: 'api_error',
    status: 422,
    result: 'validation_error',
    code: 42200,
    message: undefined,
    nextUrl: undefined,
    retryAfter: undefined,
    errors,
    data: null,
  }
}
