import type { FieldError, Meta } from '#src/contract/envelope.ts'
import { HttpError } from './send.ts'

/** Why a call failed: the service responded with an error, no response came, or the request could not be sent. */
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
  /** Without a reason nobody knows whether the visitor's connection or our server is down. */
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

export function failureOf(error: unknown): Failure {
  if (error instanceof CallFailed) return error.failure
  if (!(error instanceof HttpError)) return { kind: 'not_sent' }
  if (!error.response) return { kind: 'no_response', ...reasonOf(error) }
  return apiFailure(error.response.status, error.data)
}

/** @param envelope the body of the reply, if it has one */
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

function reasonOf({ isTimeout }: HttpError): { reason?: 'offline' | 'timeout' } {
  if (globalThis.navigator?.onLine === false) return { reason: 'offline' }
  return isTimeout ? { reason: 'timeout' } : {}
}

/** Of a 503, or of no answer at all. */
const RETRY_SECONDS = 5

/** When what failed for want of the service may be tried again; null where something else failed. */
export function secondsUntilRetry(error: unknown): number | null {
  if (!(error instanceof CallFailed)) return null
  const { failure } = error
  if (failure.kind !== 'api_error') return failure.kind === 'no_response' ? RETRY_SECONDS : null
  return failure.status === 503 ? (failure.retryAfter ?? RETRY_SECONDS) : null
}

const MISSING = new Set([400, 404, 422])

/** The data, or the status that has a page of its own. Throws any other failure. */
export async function dataOrStatus<T>(call: Promise<T>): Promise<T | 404 | 410 | 451> {
  try {
    return await call
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind !== 'api_error') throw error
    if (failure.status === 410 || failure.status === 451) return failure.status
    if (MISSING.has(failure.status)) return 404
    throw error
  }
}
