/** Finds the viewer of a session without its tokens, for work on its behalf, such as a television that plays for a phone. */
import { and, eq, gt } from 'drizzle-orm'
import { profiles } from '../../platform/db/schema/profiles.ts'
import { profileTokens, sessions } from '../../platform/db/schema/session.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { hasSessionExpired } from './authenticate.ts'

/** Returns the viewer with the profile that the session has chosen, or null if the session has ended. */
export async function findViewerOfSession(deps: Deps, sessionId: string): Promise<Viewer | null> {
  const now = deps.now()
  const [row] = await deps.db
    .select({ session: sessions, profile: profiles })
    .from(sessions)
    .leftJoin(
      profileTokens,
      and(eq(profileTokens.sessionId, sessions.id), gt(profileTokens.expiresAt, now)),
    )
    .leftJoin(
      profiles,
      and(eq(profiles.id, profileTokens.profileId), eq(profiles.userId, sessions.userId)),
    )
    .where(eq(sessions.id, sessionId))
  if (!row || row.session.revokedAt || hasSessionExpired(row.session, now)) return null
  const { id, userId, isSso, codeVerifiedAt, passwordVerifiedAt } = row.session
  return {
    sessionId: id,
    userId,
    isSso,
    codeVerifiedAt,
    passwordVerifiedAt,
    ageType: row.profile?.ageType ?? row.session.chosenAge,
    profile: row.profile && {
      id: row.profile.id,
      isPrimary: row.profile.isPrimary,
      ageType: row.profile.ageType,
    },
  }
}
