import { type ErrorCode, type FieldError, RESULTS } from '#src/contract/envelope.ts'

export type ApiErrorDetails = {
  data?: unknown
  errors?: Record<string, FieldError>
  next_url?: string
  /** Seconds after which trying again makes sense; also sent as Retry-After. */
  retryAfter?: number
  /** Words for this very case, in the caller's language; the slug's own text otherwise. */
  message?: string
}

/** The one kind of error the service throws on purpose; `app.ts` turns it into the envelope. */
export class ApiError extends Error {
  readonly result: ErrorCode
  readonly extra: ApiErrorDetails
  constructor(result: ErrorCode, extra: ApiErrorDetails = {}) {
    super(result)
    this.name = 'ApiError'
    this.result = result
    this.extra = extra
  }
  get status(): number {
    return RESULTS[this.result][0]
  }
  get code(): number {
    return RESULTS[this.result][1]
  }
}

export function invalidField(field: string, error: FieldError): ApiError {
  return new ApiError('validation_error', { errors: { [field]: error } })
}
