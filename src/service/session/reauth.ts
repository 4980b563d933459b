// Re-authentication: a session proves that it is the owner's with a code or the password, for ten minutes.
import { eq } from 'drizzle-orm'
import type { Reauth } from '#src/contract/endpoint.ts'
import { FRESH_SECONDS } from '#src/contract/limits.ts'
import type { ReauthRequired } from '#src/contract/session.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { type proofs, sessions } from '../db/schema/session.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { userById } from './users.ts'

export type Proof = (typeof proofs)[number]

/** The columns of a session that proved itself at this moment; none for a partner's or a television's sign-in. */
export function proofColumns(proof: Proof | null, at: Date) {
  if (proof === 'code') return { codeProvedAt: at }
  return proof === 'password' ? { passwordProvedAt: at } : {}
}

export async function markProved(deps: Deps, { sessionId }: Viewer, proof: Proof): Promise<void> {
  await deps.db
    .update(sessions)
    .set(proofColumns(proof, deps.now()))
    .where(eq(sessions.id, sessionId))
}

/** A code sets one password, which is a proof from then on. */
export async function spendCodeProof(deps: Deps, { sessionId }: Viewer): Promise<void> {
  await deps.db
    .update(sessions)
    .set({ codeProvedAt: null, passwordProvedAt: deps.now() })
    .where(eq(sessions.id, sessionId))
}

export function isProved(
  { codeProvedAt, passwordProvedAt }: Pick<Viewer, 'codeProvedAt' | 'passwordProvedAt'>,
  reauth: Reauth,
  now: Date,
): boolean {
  const isFresh = (at: Date | null) =>
    at !== null && now.getTime() - at.getTime() < FRESH_SECONDS * 1000
  return isFresh(codeProvedAt) || (reauth === 'any' && isFresh(passwordProvedAt))
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
