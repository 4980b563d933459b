import type { FieldError, Meta } from '#src/contract/envelope.ts'
import { HttpError } from './send.ts'

/**
 * The reason for a failed call: the service responded with an error, no response came, or the request could not be
 * sent.
 */
export type Failure =
  | {
      kind: 'api_error'
      status: number
      result: string
      code: number
      message: string | undefined
      nextUrl: string | undefined
      retryAfter: number | undefined
      errors: Record<string, FieldError>
      data: unknown
    }
  /** The cause (the visitor's connection or our server) is unknown without a reason. */
  | { kind: 'no_response'; reason?: 'offline' | 'timeout' }
  | { kind: 'not_sent' }

export class CallFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.kind === 'api_error' ? failure.result : failure.kind)
    this.name = 'CallFailed'
    this.failure = failure
  }
}

export function toFailure(error: unknown): Failure {
  if (error instanceof CallFailed) return error.failure
  if (!(error instanceof HttpError)) return { kind: 'not_sent' }
  if (!error.response) return { kind: 'no_response', ...reasonOf(error) }
  return apiFailure(error.response.status, error.data)
}

/** @param envelope body of the response, if it has one */
export function apiFailure(status: number, envelope: unknown): Failure {
  const body = envelope as { data?: unknown; meta?: Partial<Meta> } | null | undefined
  const meta = body?.meta ?? {}
  return {
    kind: 'api_error',
    status,
    result: meta.operation_result ?? 'unknown',
    code: meta.operation_result_code ?? 0,
    message: meta.display_message,
    nextUrl: meta.next_url,
    retryAfter: meta.retry_after,
    errors: meta.errors ?? {},
    data: body?.data ?? null,
  }
}

/** True if the service refused the call, and its message says why; false if the service failed or gave no answer. */
export function isRefusal(failure: Failure): failure is Extract<Failure, { kind: 'api_error' }> {
  return failure.kind === 'api_error' && failure.status < 500
}

/** False for a reply that did not come from the service, such as the page of a proxy or a captive portal, and for its bare 500. */
export function isKnownResult({ result }: { result: string }): boolean {
  return result !== 'unknown'
}

function reasonOf({ isTimeout }: HttpError): { reason?: 'offline' | 'timeout' } {
  if (globalThis.navigator?.onLine === false) return { reason: 'offline' }
  return isTimeout ? { reason: 'timeout' } : {}
}

/** Default delay before a retry after a 503 or a call without a response. */
const RETRY_SECONDS = 5

/** Returns the seconds after which the call can be retried, or null if the service's availability was not the cause. */
export function secondsUntilRetry(error: unknown): number | null {
  if (!(error instanceof CallFailed)) return null
  const { failure } = error
  if (failure.kind !== 'api_error') return failure.kind === 'no_response' ? RETRY_SECONDS : null
  return failure.status === 503 ? (failure.retryAfter ?? RETRY_SECONDS) : null
}

const MISSING = new Set([400, 404, 422])

/** Returns the data, or the status if that status has its own page. @throws every other failure */
export async function dataOrStatus<T>(call: Promise<T>): Promise<T | 404 | 410 | 451> {
  try {
    return await call
  } catch (error) {
    const failure = toFailure(error)
    if (failure.kind !== 'api_error' || !isKnownResult(failure)) throw error
    if (failure.status === 410 || failure.status === 451) return failure.status
    if (MISSING.has(failure.status)) return 404
    throw error
  }
}
