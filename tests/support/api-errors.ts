import { CallFailed, type Failure } from '#src/lib/api/failure.ts'

type ApiFailure = Extract<Failure, { kind: 'api_error' }>

/** Returns the API error of this call; fails the test if the call succeeds. */
export async function apiErrorOf(call: Promise<unknown>): Promise<ApiFailure> {
  try {
    await call
  } catch (error) {
    if (error instanceof CallFailed && error.failure.kind === 'api_error') return error.failure
    throw error
  }
  throw new Error('the call succeeded')
}

/** Counts the error codes of concurrent calls; `success` counts those without an error. */
export async function resultsOf(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const call of await Promise.allSettled(calls)) {
    const result = call.status === 'fulfilled' ? 'success' : slugOf(call.reason)
    counts[result] = (counts[result] ?? 0) + 1
  }
  return counts
}

function slugOf(error: unknown): string {
  if (error instanceof CallFailed && error.failure.kind === 'api_error') return error.failure.result
  throw error
}
