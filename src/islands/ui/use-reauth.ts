import { useState } from 'react'
import type { ReauthRequired } from '#src/contract/session.ts'
import { toFailure } from '#src/lib/api/failure.ts'

export type Reauth = {
  /**
   * Makes a call that may require re-authentication. In that case the dialog opens, and the call is repeated after it.
   * @throws the error of the call; `reauth_required` if the dialog is closed without re-authentication
   */
  reauthenticated: <T>(call: () => Promise<T>) => Promise<T>
  /** Input of ReauthDialog. */
  asked: ReauthRequired | null
  settle: (isReauthenticated: boolean) => void
}

type Asking = { required: ReauthRequired; settle: (isReauthenticated: boolean) => void }

export function useReauth(): Reauth {
  const [asking, setAsking] = useState<Asking | null>(null)

  async function reauthenticated<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      const required = requiredBy(error)
      if (!required) throw error
      const isReauthenticated = await new Promise<boolean>(settle =>
        setAsking({ required, settle }),
      )
      setAsking(null)
      if (!isReauthenticated) throw error
      return call()
    }
  }
  return {
    reauthenticated,
    asked: asking?.required ?? null,
    settle: isReauthenticated => asking?.settle(isReauthenticated),
  }
}

function requiredBy(error: unknown): ReauthRequired | null {
  const failure = toFailure(error)
  if (failure.kind !== 'api_error' || failure.result !== 'reauth_required') return null
  return failure.data as ReauthRequired
}
