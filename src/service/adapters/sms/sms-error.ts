/**
 * Why a message did not go out: the provider refuses the number itself (`number`) or the text or its template
 * (`message`), refuses for reasons of its own that may pass, such as no credit (`refused`), cannot be reached (`unreachable`), is not asked as it failed too often (`open`), or gave no
 * readable answer in time (`unclear`): then the message may be out.
 */
export type SmsFailure = 'number' | 'message' | 'refused' | 'unreachable' | 'open' | 'unclear'

export class SmsError extends Error {
  readonly failure: SmsFailure
  /** The provider's own code, an HTTP status or a code of the socket. */
  readonly code: string
  /** Seconds after which providers that are not asked now are asked again. */
  readonly retryAfter: number | undefined
  constructor(failure: SmsFailure, code: string | number, retryAfter?: number) {
    super(`sms ${failure} ${code}`)
    this.name = 'SmsError'
    this.failure = failure
    this.code = String(code)
    this.retryAfter = retryAfter
  }
}
