import { useState } from 'react'
import { CallFailed, type Failure, failureOf } from '#src/lib/api/failure.ts'

export type Attempt = {
  isBusy: boolean
  failure: Failure | null
  /** Does the work, one at a time; what went wrong, or null once it is done. */
  attempt: (work: () => Promise<unknown>) => Promise<CallFailed | null>
  /** Of what was tried elsewhere, or found wrong before anything was sent. */
  fail: (failure: Failure | null) => void
}

/** What a form sends: whether it is under way, and what became of it. One that `leaves` its page stays busy until then. */
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
      const found = failureOf(error)
      fail(found)
      setBusy(false)
      return new CallFailed(found)
    }
  }
  return { isBusy, failure, attempt, fail }
}

/** Of a call that was refused, its status; 0 where no answer came. */
export function statusOf({ failure }: CallFailed): number {
  return failure.kind === 'api_error' ? failure.status : 0
}
