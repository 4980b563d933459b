import { type ErrorCode, type FieldError, RESULTS } from '#src/contract/envelope.ts'

export type ApiErrorDetails = {
  data?: unknown
  errors?: Record<string, FieldError>
  next_url?: string
  /** Seconds after which a retry makes sense; also sent as Retry-After. */
  retryAfter?: number
  /** Text for this case in the caller's language, in place of the text of the code. */
  message?: string
}

/** The only kind of error that the service throws on purpose; `app.ts` turns it into the envelope. */
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
