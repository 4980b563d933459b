/**
 * Clears the cookies of a session that has ended. Without this, a page that redirects to sign-in would hand over to a page that still
 * takes the visitor for signed in, and the page to return to would be lost.
 */
import type { Context } from 'hono'
import type { Api } from '#src/lib/api/client.ts'
import { isKnownResult, toFailure } from '#src/lib/api/failure.ts'
import { clearProfile, clearSessionCookies } from './session.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The part of the session that the service refused while the page was rendered. */
    lostSession: 'session' | 'profile'
  }
}

/** Returns `api`, and notes in `visitor` if the service no longer accepts the session or its profile. */
export function noticeSessionLoss(api: Api, visitor: Context): Api {
  return (async (...call: Parameters<Api>) => {
    try {
      return await api(...call)
    } catch (error) {
      const lost = lostSession(error)
      if (lost) visitor.set('lostSession', lost)
      throw error
    }
  }) as Api
}

function lostSession(error: unknown): 'session' | 'profile' | null {
  const failure = toFailure(error)
  if (failure.kind !== 'api_error' || failure.status !== 401 || !isKnownResult(failure)) return null
  return failure.result === 'profile_unauthorized' ? 'profile' : 'session'
}

/** Returns the reply with cleared cookies; null if the session is not lost. */
export function clearLostSession(c: Context, reply: Response): Response | null {
  const lost = c.get('lostSession')
  if (!lost) return null
  c.res = reply
  if (lost === 'session') clearSessionCookies(c)
  else clearProfile(c)
  return c.res
}
