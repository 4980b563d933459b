/**
 * Updates the `state` cookie with the user that the service reported while a page was rendered. After a purchase, the page that
 * confirms it and all later ones then show a subscriber from their first paint.
 */
import type { Context } from 'hono'
import { getSelf } from '#src/contract/endpoints/session.ts'
import type { User } from '#src/contract/session.ts'
import type { Api } from '#src/lib/api/client.ts'
import type { SessionState } from '#src/lib/session/state.ts'
import { runtime } from '../runtime.ts'
import { stateCookieHeaders, type Visit } from './page-session.ts'
import { readSessionState, toStateUser } from './session-cookies.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The user that the service reported while the page was rendered. */
    reportedUser: SessionState['user']
  }
}

/** Returns `api`, and notes in `visitor` which user the service reports. */
export function noticeUser(api: Api, visitor: Context): Api {
  const call = async (...input: unknown[]) => {
    const data = await (api as (...all: unknown[]) => Promise<unknown>)(...input)
    if (input[0] === getSelf) visitor.set('reportedUser', toStateUser(data as User))
    return data
  }
  return call as Api
}

/** Returns headers with the changed user in the state cookie; null if it has not changed, and without a signed cookie of this user. */
export function reportedUserHeaders(c: Context, visit: Visit): Record<string, string> | null {
  const user = c.get('reportedUser')
  const before = readSessionState(c)
  if (!user || user.id !== before.user?.id) return null
  if (JSON.stringify(user) === JSON.stringify(before.user)) return null
  return stateCookieHeaders(visit, runtime().stateKeys, { ...before, user })
}
