/** Turns the error of a call into its reply. Errors other than ApiError are faults, which are logged. */
import type { ErrorCode } from '#src/contract/envelope.ts'
import { databaseFault } from '../db/faults.ts'
import type { Deps } from '../deps.ts'
import { safeError } from '../safe-error.ts'
import { ApiError, type ApiErrorDetails } from './api-error.ts'
import { reportError } from './error-reporter.ts'

export type CallFailure = { result: ErrorCode; details: ApiErrorDetails }

/** @param where route or endpoint, without the parameters of the call */
export function callFailure(
  deps: Deps,
  error: unknown,
  { where, requestId }: { where: string; requestId: string | undefined },
): CallFailure {
  if (error instanceof ApiError) return { result: error.result, details: error.extra }
  const fault = databaseFault(error)
  const fields = { err: error, ...(fault ? { fault } : {}), path: where, requestId }
  deps.log[fault ? 'warn' : 'error'](fields, 'call failed')
  if (!fault) reportError(deps, { error: safeError(error), where, requestId })
  return { result: fault ? 'unavailable' : 'unknown', details: {} }
}
