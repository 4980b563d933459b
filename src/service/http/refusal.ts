import { type FieldError, RESULTS, type RefusalResult } from '#src/contract/envelope.ts'

export type RefusalExtra = {
  data?: unknown
  errors?: Record<string, FieldError>
  next_url?: string
  /** Seconds after which trying again makes sense; also sent as Retry-After. */
  retryAfter?: number
  /** Words for this very case, in the caller's language; the slug's own text otherwise. */
  message?: string
}

/** The one kind of error the service throws on purpose; `app.ts` turns it into the envelope. */
export class Refusal extends Error {
  readonly result: RefusalResult
  readonly extra: RefusalExtra
  constructor(result: RefusalResult, extra: RefusalExtra = {}) {
    super(result)
    this.name = 'Refusal'
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

export function refuseField(field: string, error: FieldError): Refusal {
  return new Refusal('validation_error', { errors: { [field]: error } })
}
