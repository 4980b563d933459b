import { useState } from 'react'
import { CallFailed, type Failure, toFailure } from '#src/lib/api/failure.ts'

export type Attempt = {
  isBusy: boolean
  failure: Failure | null
  /** Runs the work. Resolves to the failure, or to null after success. */
  attempt: (work: () => Promise<unknown>) => Promise<CallFailed | null>
  /** Sets a failure of another call or of client-side validation. */
  fail: (failure: Failure | null) => void
}

/**
 * Returns the state of a form's call: whether it is pending, and its failure. With `leaves` it stays busy until the page is left.
 */
export function useAsyncAction({ leaves = false } = {}): Attempt {
  const [isBusy, setBusy] = useState(false)
  const [failure, fail] = useState<Failure | null>(null)

  async function attempt(work: () => Promise<unknown>): Promise<CallFailed | null> {
    setBusy(true)
    fail(null)
    try {
      await work()
      if (!leaves) setBusy(false)
      return null
    } catch (error) {
      const found = toFailure(error)
      fail(found)
      setBusy(false)
      return new CallFailed(found)
    }
  }
  return { isBusy, failure, attempt, fail }
}

/** Returns the HTTP status of a failed call; 0 without a response. */
export function statusOf({ failure }: CallFailed): number {
  return failure.kind === 'api_error' ? failure.status : 0
}
