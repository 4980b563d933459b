// Re-authentication: a session proves with a code or the password that the owner uses it; the proof is valid for ten minutes.
import { eq } from 'drizzle-orm'
import type { Reauth } from '#src/contract/endpoint.ts'
import { FRESH_SECONDS } from '#src/contract/limits.ts'
import type { ReauthRequired } from '#src/contract/session.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { type authMethods, sessions } from '../../platform/db/schema/session.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { requireUser } from './users.ts'

export type AuthMethod = (typeof authMethods)[number]

/** Returns the columns of a session that was proved at this moment; none for a sign-in by a partner or a television. */
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

/** Replaces the code by the password as proof, since a code allows setting one password. */
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

/** Returns the error that lists the methods with which the session can prove its owner. */
export async function reauthRequired(
  deps: Deps,
  { userId }: Viewer,
  reauth: Reauth,
): Promise<ApiError> {
  const { msisdn, passwordHash } = await requireUser(deps, userId)
  const data: ReauthRequired = {
    approaches: reauth === 'any' && passwordHash !== null ? ['otp', 'password'] : ['otp'],
    msisdn_hint: maskMsisdn(msisdn),
  }
  return new ApiError('reauth_required', { data })
}
