import { and, eq, gt, inArray } from 'drizzle-orm'
import { SESSION } from '#src/contract/limits.ts'
import { partnerBackUrl } from '../adapters/sso/partner.ts'
import { profiles } from '../db/schema/profiles.ts'
import { profileTokens, sessions } from '../db/schema/session.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { renewTokenHashes } from './renew-token-hashes.ts'
import { tokenHashes } from './tokens.ts'

const DAY_MS = 86_400_000

export type Credentials = {
  token: string
  profileToken: string | undefined
  /** Null instead of a refusal: for calls that anybody may make. */
  optional: boolean
}

/**
 * Who holds this token. A profile token that is old, or of another session, is as good as none: calls that
 * need a profile answer profile_unauthorized, and the others go on.
 * @throws ApiError unauthorized, or unauthorized_sso with next_url once a partner's session is over.
 */
export async function authenticate(
  deps: Deps,
  { token, profileToken, optional }: Credentials,
): Promise<Viewer | null> {
  const now = deps.now()
  const row = await find(deps, token, profileToken ?? '', now)
  if (!row || row.revokedAt || isOver(row, now)) {
    if (optional) return null
    throw row?.isSso
      ? new ApiError('unauthorized_sso', { next_url: partnerBackUrl(deps.env) })
      : new ApiError('unauthorized')
  }
  await markSeen(deps, row, now)
  if (deps.keys('token').length > 1)
    await renewTokenHashes(deps, row, { token, profileToken: profileToken ?? '' })
  const { profileId, isPrimary, ageType } = row
  return {
    userId: row.userId,
    sessionId: row.id,
    isSso: row.isSso,
    codeVerifiedAt: row.codeVerifiedAt,
    passwordVerifiedAt: row.passwordVerifiedAt,
    profile:
      profileId && ageType ? { id: profileId, isPrimary: isPrimary === true, ageType } : null,
  }
}

async function find(deps: Deps, token: string, profileToken: string, now: Date) {
  const [row] = await deps.db
    .select({
      id: sessions.id,
      tokenHash: sessions.tokenHash,
      profileTokenHash: profileTokens.tokenHash,
      userId: sessions.userId,
      isSso: sessions.isSso,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      revokedAt: sessions.revokedAt,
      codeVerifiedAt: sessions.codeVerifiedAt,
      passwordVerifiedAt: sessions.passwordVerifiedAt,
      profileId: profiles.id,
      isPrimary: profiles.isPrimary,
      ageType: profiles.ageType,
    })
    .from(sessions)
    .leftJoin(
      profileTokens,
      and(
        eq(profileTokens.sessionId, sessions.id),
        inArray(profileTokens.tokenHash, tokenHashes(deps, profileToken)),
        gt(profileTokens.expiresAt, now),
      ),
    )
    .leftJoin(
      profiles,
      and(eq(profiles.id, profileTokens.profileId), eq(profiles.userId, sessions.userId)),
    )
    .where(inArray(sessions.tokenHash, tokenHashes(deps, token)))
  return row
}

type Lifetime = { lastSeenAt: Date; expiresAt: Date }

/** 180 days after the sign-in, or 30 without use. */
export function isOver({ lastSeenAt, expiresAt }: Lifetime, now: Date): boolean {
  return expiresAt <= now || lastSeenAt.getTime() + SESSION.idleDays * DAY_MS <= now.getTime()
}

async function markSeen(deps: Deps, row: { id: string; lastSeenAt: Date }, now: Date) {
  if (now.getTime() - row.lastSeenAt.getTime() < SESSION.seenEveryMinutes * 60_000) return
  await deps.db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, row.id))
}
