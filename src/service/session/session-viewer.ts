/** Who a session stands for, without its tokens: for what goes on in its name, such as a television that plays for a phone. */
import { and, eq, gt } from 'drizzle-orm'
import { profiles } from '../db/schema/profiles.ts'
import { profileTokens, sessions } from '../db/schema/session.ts'
import type { Deps, Viewer } from '../deps.ts'
import { isOver } from './authenticate.ts'

/** With the profile that the session has chosen; null once the session is over. */
export async function viewerOfSession(deps: Deps, sessionId: string): Promise<Viewer | null> {
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
  if (!row || row.session.revokedAt || isOver(row.session, now)) return null
  const { id, userId, isSso, codeVerifiedAt, passwordVerifiedAt } = row.session
  return {
    ...{ sessionId: id, userId, isSso, codeVerifiedAt, passwordVerifiedAt },
    profile: row.profile && {
      id: row.profile.id,
      isPrimary: row.profile.isPrimary,
      ageType: row.profile.ageType,
    },
  }
}
