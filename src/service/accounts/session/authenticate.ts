import { and, eq, type SQL, sql } from 'drizzle-orm'
import { SESSION } from '#src/contract/limits.ts'
import type { AgeType } from '#src/contract/profiles.ts'
import { DAY_MS, MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { partnerBackUrl } from '../../platform/adapters/sso/partner.ts'
import { type PreparedSql, preparedSql } from '../../platform/db/prepared.ts'
import { profileTokens, sessions } from '../../platform/db/schema/session.ts'
import type { Deps, SessionMemo, Viewer } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type BoundRead, readAlone } from '../../platform/http/session-read.ts'
import { hashToken, tokenHashes } from './tokens.ts'

export type Credentials = {
  token: string
  profileToken: string | undefined
  /** If true, returns null instead of refusing, for endpoints that accept anonymous callers. */
  optional: boolean
  /** Rows to read in the same statement. */
  reads?: BoundRead | undefined
  /** Sessions that this request has already looked up. */
  sessions?: SessionMemo | undefined
}

/**
 * Returns the viewer who holds this token, and the row of `reads`. Without a profile token the viewer has no profile, but the session
 * remembers the age band of the one that it chose, so that a child gains nothing by leaving the token out.
 * @throws ApiError unauthorized, or unauthorized_sso with next_url if a partner's session has ended; profile_unauthorized if the profile
 * token has expired, was replaced, or belongs to another session
 */
export async function authenticate(
  deps: Deps,
  credentials: Credentials,
): Promise<{ viewer: Viewer; row: object | null } | null> {
  const { token, profileToken, optional } = credentials
  const now = deps.now()
  const { session, row } = await find(deps, credentials)
  if (!session || session.revokedAt || hasSessionExpired(session, now)) {
    if (optional) return null
    throw session?.isSso
      ? new ApiError('unauthorized_sso', { next_url: partnerBackUrl(deps.env) })
      : new ApiError('unauthorized')
  }
  const isChosen = profileToken !== undefined
  if (isChosen && !isTokenOf(deps, session, profileToken, now))
    throw new ApiError('profile_unauthorized')
  await markSeen(deps, session, now)
  if (deps.keys('token').length > 1) await renewTokenHashes(deps, session, { token, profileToken })
  const { profileId, isPrimary } = session
  const ageType = session.ageType ?? session.chosenAge
  const profile =
    isChosen && profileId && ageType
      ? { id: profileId, isPrimary: isPrimary === true, ageType }
      : null
  return {
    viewer: {
      userId: session.userId,
      sessionId: session.sessionId,
      isSso: session.isSso,
      codeVerifiedAt: session.codeVerifiedAt,
      passwordVerifiedAt: session.passwordVerifiedAt,
      profile,
      ageType,
    },
    row,
  }
}

type ChosenProfile = {
  profileId: string | null
  profileTokenHash: string | null
  profileExpiresAt: Date | null
}

/** True if it is the session's valid profile token. An empty token is a wrong one. */
function isTokenOf(deps: Deps, row: ChosenProfile, profileToken: string, now: Date): boolean {
  const { profileId, profileTokenHash, profileExpiresAt } = row
  if (!profileId || !profileTokenHash || !profileExpiresAt || profileExpiresAt <= now) return false
  return tokenHashes(deps, profileToken).includes(profileTokenHash)
}

/** The columns of a session and of the profile that it chose, by the names of a row. */
const COLUMNS =
  sql.raw(`s.id as "sessionId", s.token_hash as "tokenHash", t.token_hash as "profileTokenHash",
  t.expires_at as "profileExpiresAt", s.chosen_age as "chosenAge", s.user_id as "userId", s.is_sso as "isSso",
  s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", s.revoked_at as "revokedAt",
  s.code_proved_at as "codeVerifiedAt", s.password_proved_at as "passwordVerifiedAt",
  p.id as "profileId", p.is_primary as "isPrimary", p.age_type as "ageType"`)
const FROM = sql.raw(`sessions s left join profile_tokens t on t.session_id = s.id
  left join profiles p on p.id = t.profile_id and p.user_id = s.user_id`)

type SessionRow = ChosenProfile & {
  sessionId: string
  tokenHash: string
  chosenAge: AgeType | null
  userId: string
  isSso: boolean
  lastSeenAt: Date
  expiresAt: Date
  revokedAt: Date | null
  codeVerifiedAt: Date | null
  passwordVerifiedAt: Date | null
  isPrimary: boolean | null
  ageType: AgeType | null
}
type Found = { session: SessionRow | undefined; row: object | null }

/** Reads the session and the profile that it chose, and the row of `reads` in the same statement unless the session is known. */
async function find(deps: Deps, { token, reads, sessions }: Credentials): Promise<Found> {
  const known = sessions?.get(token) as Promise<SessionRow | undefined> | undefined
  if (known) {
    const session = await known
    if (!session || !reads) return { session, row: null }
    const { userId, sessionId, profileId } = session
    const caller = { userId, sessionId, profileId }
    return { session, row: await readAlone(deps, reads.read, caller, reads.values) }
  }
  const hashes = tokenHashes(deps, token)
  const values = {
    ...Object.fromEntries(hashes.map((hash, index) => [hashName(index), hash])),
    ...reads?.values,
  }
  const query = reads
    ? sessionWith(deps, reads.read, hashes.length)
    : sessionAlone(deps, hashes.length)
  const rows = query.execute(values)
  const session = rows.then(([row]) => row)
  // A failed look-up is not remembered.
  sessions?.set(token, session)
  session.catch(() => sessions?.delete(token))
  const row = (await session) ?? null
  return { session: row ?? undefined, row: row && 'hasRow' in row && row.hasRow ? row : null }
}

const hashName = (index: number) => `hash${index}`

/**
 * True for a session whose token has one of these hashes. Each is a parameter of its own: PostgreSQL keeps the plan of such a statement,
 * but plans one with `any` of an array at every call, since it expects ten values there and so a better plan for the array at hand.
 */
function hasHash(count: number): SQL {
  const hashes = Array.from({ length: count }, (_, index) => sql.placeholder(hashName(index)))
  return sql`s.token_hash in (${sql.join(hashes, sql`, `)})`
}

/** Names a statement by the number of secrets, because each number has SQL of its own. */
function nameFor(name: string, secrets: number): string {
  return secrets === 1 ? name : `${name}, under ${secrets} secrets`
}

function sessionAlone({ db }: Deps, secrets: number): PreparedSql<SessionRow> {
  return preparedSql(
    db,
    nameFor('session of a token', secrets),
    () => sql`select ${COLUMNS} from ${FROM} where ${hasHash(secrets)}`,
  )
}

function sessionWith(
  { db }: Deps,
  read: BoundRead['read'],
  secrets: number,
): PreparedSql<SessionRow> {
  return preparedSql(
    db,
    nameFor(read.name, secrets),
    () => sql`select ${COLUMNS}, read."hasRow" is not null as "hasRow", read.*
      from ${FROM}
      join lateral (select s.user_id, s.id as session_id, p.id as profile_id) caller on true
      left join lateral (select true as "hasRow", of_call.* from (${read.row()}) of_call) read on true
      where ${hasHash(secrets)}`,
  )
}

type Lifetime = { lastSeenAt: Date; expiresAt: Date }

/** True if a session has expired: 180 days after the sign-in, or 30 days without use. */
export function hasSessionExpired({ lastSeenAt, expiresAt }: Lifetime, now: Date): boolean {
  return expiresAt <= now || lastSeenAt.getTime() + SESSION.idleDays * DAY_MS <= now.getTime()
}

async function markSeen(
  deps: Deps,
  { sessionId, lastSeenAt }: { sessionId: string; lastSeenAt: Date },
  now: Date,
) {
  if (now.getTime() - lastSeenAt.getTime() < SESSION.seenEveryMinutes * MINUTE_MS) return
  await deps.db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId))
}

type Stored = { sessionId: string; tokenHash: string; profileTokenHash: string | null }

/** Stores the hashes of the tokens under SECRET if they are under one of SECRET_PREVIOUS. The tokens stay the same. */
async function renewTokenHashes(
  deps: Deps,
  { sessionId: id, tokenHash, profileTokenHash }: Stored,
  given: { token: string; profileToken: string | undefined },
): Promise<void> {
  const { db, keyId } = deps
  const ofSession = hashToken(deps, given.token)
  if (tokenHash !== ofSession)
    await db
      .update(sessions)
      .set({ tokenHash: ofSession, keyId })
      .where(and(eq(sessions.id, id), eq(sessions.tokenHash, tokenHash)))
  if (given.profileToken === undefined || !profileTokenHash) return
  const ofProfile = hashToken(deps, given.profileToken)
  if (profileTokenHash !== ofProfile)
    await db
      .update(profileTokens)
      .set({ tokenHash: ofProfile, keyId })
      .where(and(eq(profileTokens.sessionId, id), eq(profileTokens.tokenHash, profileTokenHash)))
}
