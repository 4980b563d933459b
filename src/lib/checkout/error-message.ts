import { toFailure } from '../api/failure.ts'

/** Returns the service's message for a failed call; undefined without a response. */
export function errorMessage(error: unknown): string | undefined {
  const failure = toFailure(error)
  return failure.kind === 'api_error' ? failure.message : undefined
}
