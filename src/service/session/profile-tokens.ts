import { and, eq, ne } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { profileTokens, sessions } from '../db/schema/session.ts'
import type { Deps, Viewer } from '../deps.ts'
import { hashToken, newToken } from './tokens.ts'

/** Issues a new profile token for the session and invalidates its previous one. */
export async function issueProfileToken(
  deps: Deps,
  viewer: Viewer,
  profileId: string,
): Promise<string> {
  const token = newToken(deps)
  const now = deps.now()
  const [session] = await deps.db
    .select({ expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(eq(sessions.id, viewer.sessionId))
  const values = {
    sessionId: viewer.sessionId,
    tokenHash: hashToken(deps, token),
    keyId: deps.keyId,
    profileId,
    createdAt: now,
    expiresAt: session?.expiresAt ?? now,
  }
  await deps.db
    .insert(profileTokens)
    .values(values)
    .onConflictDoUpdate({ target: profileTokens.sessionId, set: values })
  return token
}

/** After a PIN change other devices have to enter the new PIN. */
export async function revokeOtherProfileTokens(
  db: Queryable,
  profileId: string,
  exceptSessionId: string,
): Promise<void> {
  await db
    .delete(profileTokens)
    .where(
      and(eq(profileTokens.profileId, profileId), ne(profileTokens.sessionId, exceptSessionId)),
    )
}
