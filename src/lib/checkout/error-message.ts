import { failureOf } from '../api/failure.ts'

/** What the service says about a refusal, ready to show; undefined where no reply came. */
export function errorMessage(error: unknown): string | undefined {
  const failure = failureOf(error)
  return failure.kind === 'api_error' ? failure.message : undefined
}
