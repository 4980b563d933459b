/**
 * Reason why a message was not sent: the provider refuses the number (`number`), refuses the text or its template (`message`), refuses
 * for a reason that may pass, such as no credit (`refused`), cannot be reached (`unreachable`), is paused because it failed too often
 * (`open`), or gave no readable answer in time (`unclear`): the message may have been sent.
 */
export type SmsFailure = 'number' | 'message' | 'refused' | 'unreachable' | 'open' | 'unclear'

export class SmsError extends Error {
  readonly failure: SmsFailure
  /** The provider's code, an HTTP status or the error code of a socket. */
  readonly code: string
  /** Seconds after which a paused provider is asked again. */
  readonly retryAfter: number | undefined
  constructor(failure: SmsFailure, code: string | number, retryAfter?: number) {
    super(`sms ${failure} ${code}`)
    this.name = 'SmsError'
    this.failure = failure
    this.code = String(code)
    this.retryAfter = retryAfter
  }
}
