/** What a call that threw is answered with. What is no ApiError is a fault, which goes to the log. */
import type { ErrorCode } from '#src/contract/envelope.ts'
import { databaseFault } from '../db/faults.ts'
import type { Deps } from '../deps.ts'
import { safeError } from '../safe-error.ts'
import { ApiError, type ApiErrorDetails } from './api-error.ts'
import { report } from './error-reporter.ts'

export type CallFailure = { result: ErrorCode; details: ApiErrorDetails }

/** `where`: the route or the endpoint, without what was asked for. */
export function callFailure(
  deps: Deps,
  error: unknown,
  { where, requestId }: { where: string; requestId: string | undefined },
): CallFailure {
  if (error instanceof ApiError) return { result: error.result, details: error.extra }
  const fault = databaseFault(error)
  const fields = { err: error, ...(fault ? { fault } : {}), path: where, requestId }
  deps.log[fault ? 'warn' : 'error'](fields, 'call failed')
  if (!fault) report(deps, { error: safeError(error), where, requestId })
  return { result: fault ? 'unavailable' : 'unknown', details: {} }
}
