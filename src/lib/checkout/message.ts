import { failureOf } from '../api/failure.ts'

/** What the service says about a refusal, ready to show; undefined where no reply came. */
export function messageOf(error: unknown): string | undefined {
  const failure = failureOf(error)
  return failure.kind === 'refused' ? failure.message : undefined
}
