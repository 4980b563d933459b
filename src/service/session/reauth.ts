// Re-authentication: a session proves that it is the owner's with a code or the password, for ten minutes.
import { eq } from 'drizzle-orm'
import type { Reauth } from '#src/contract/endpoint.ts'
import { FRESH_SECONDS } from '#src/contract/limits.ts'
import type { ReauthRequired } from '#src/contract/session.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { type authMethods, sessions } from '../db/schema/session.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { userById } from './users.ts'

export type AuthMethod = (typeof authMethods)[number]

/** The columns of a session that proved itself at this moment; none for a partner's or a television's sign-in. */
export function reauthColumns(method: AuthMethod | null, at: Date) {
  if (method === 'code') return { codeVerifiedAt: at }
  return method === 'password' ? { passwordVerifiedAt: at } : {}
}

export async function markReauthenticated(
  deps: Deps,
  { sessionId }: Viewer,
  method: AuthMethod,
): Promise<void> {
  await deps.db
    .update(sessions)
    .set(reauthColumns(method, deps.now()))
    .where(eq(sessions.id, sessionId))
}

/** A code sets one password, which is a method from then on. */
export async function consumeCodeReauth(deps: Deps, { sessionId }: Viewer): Promise<void> {
  await deps.db
    .update(sessions)
    .set({ codeVerifiedAt: null, passwordVerifiedAt: deps.now() })
    .where(eq(sessions.id, sessionId))
}

export function isRecentlyAuthenticated(
  { codeVerifiedAt, passwordVerifiedAt }: Pick<Viewer, 'codeVerifiedAt' | 'passwordVerifiedAt'>,
  reauth: Reauth,
  now: Date,
): boolean {
  const isFresh = (at: Date | null) =>
    at !== null && now.getTime() - at.getTime() < FRESH_SECONDS * 1000
  return isFresh(codeVerifiedAt) || (reauth === 'any' && isFresh(passwordVerifiedAt))
}

/** Says with what the session may prove itself. */
export async function reauthRequired(
  deps: Deps,
  { userId }: Viewer,
  reauth: Reauth,
): Promise<ApiError> {
  const { msisdn, passwordHash } = await userById(deps, userId)
  const data: ReauthRequired = {
    approaches: reauth === 'any' && passwordHash !== null ? ['otp', 'password'] : ['otp'],
    msisdn_hint: maskMsisdn(msisdn),
  }
  return new ApiError('reauth_required', { data })
}
