import { failureOf } from '../api/failure.ts'

/** The service's message for a failed call; undefined without a response. */
export function errorMessage(error: unknown): string | undefined {
  const failure = failureOf(error)
  return failure.kind === 'api_error' ? failure.message : undefined
}
