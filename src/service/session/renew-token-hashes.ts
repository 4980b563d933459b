import { and, eq } from 'drizzle-orm'
import { profileTokens, sessions } from '../db/schema/session.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from './tokens.ts'

type Stored = { id: string; tokenHash: string; profileTokenHash: string | null }

/** Stores the tokens of this call under SECRET, where they are stored under one of SECRET_PREVIOUS. The tokens stay what they are. */
export async function renewTokenHashes(
  deps: Deps,
  { id, tokenHash, profileTokenHash }: Stored,
  given: { token: string; profileToken: string },
): Promise<void> {
  const { db, keyId } = deps
  const ofSession = hashToken(deps, given.token)
  const ofProfile = hashToken(deps, given.profileToken)
  if (tokenHash !== ofSession)
    await db
      .update(sessions)
      .set({ tokenHash: ofSession, keyId })
      .where(and(eq(sessions.id, id), eq(sessions.tokenHash, tokenHash)))
  if (profileTokenHash && profileTokenHash !== ofProfile)
    await db
      .update(profileTokens)
      .set({ tokenHash: ofProfile, keyId })
      .where(and(eq(profileTokens.sessionId, id), eq(profileTokens.tokenHash, profileTokenHash)))
}
