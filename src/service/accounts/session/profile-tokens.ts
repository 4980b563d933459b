import { and, eq, ne } from 'drizzle-orm'
import type { AgeType } from '#src/contract/profiles.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { profileTokens, sessions } from '../../platform/db/schema/session.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { forgetPinElsewhere } from './entered-pins.ts'
import { hashToken, newToken } from './tokens.ts'

/** Issues a new profile token for the session, which remembers the profile's band, and invalidates its previous one. */
export async function issueProfileToken(
  deps: Deps,
  viewer: Viewer,
  profile: { id: string; ageType: AgeType },
): Promise<string> {
  const token = newToken(deps)
  const now = deps.now()
  const [session] = await deps.db
    .update(sessions)
    .set({ chosenAge: profile.ageType })
    .where(eq(sessions.id, viewer.sessionId))
    .returning({ expiresAt: sessions.expiresAt })
  const values = {
    sessionId: viewer.sessionId,
    tokenHash: hashToken(deps, token),
    keyId: deps.keyId,
    profileId: profile.id,
    createdAt: now,
    expiresAt: session?.expiresAt ?? now,
  }
  await deps.db
    .insert(profileTokens)
    .values(values)
    .onConflictDoUpdate({ target: profileTokens.sessionId, set: values })
  return token
}

/** Revokes the tokens of other devices after a PIN change: they must enter the new PIN, and share the tries of all devices for it. */
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
  await forgetPinElsewhere(db, profileId, exceptSessionId)
}
