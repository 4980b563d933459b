import { and, desc, eq, gt, inArray, isNull, lte, or, type Placeholder, sql } from 'drizzle-orm'
import type { Device } from '#src/contract/fields.ts'
import { MAX_DEVICES, SESSION } from '#src/contract/limits.ts'
import type { DeviceSession, SessionLimit } from '#src/contract/session.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { isBlocked } from '../../platform/db/blocked-user.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import { type Database, inTransaction, type Queryable, type Tx } from '../../platform/db/open.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import { profileTokens, sessions } from '../../platform/db/schema/session.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { endLeasesOfSessions } from '../../watching/player/session-leases.ts'
import { consumeLimitedToken, createLimitedToken } from './limited-tokens.ts'
import { type AuthMethod, reauthColumns } from './reauth.ts'
import { hashToken, newToken } from './tokens.ts'

export type SignIn = {
  userId: string
  device: Device
  address: string
  isSso: boolean
  /** The method that proved the owner; null for a sign-in by a partner or a television. */
  authMethod: AuthMethod | null
  /** Time of the proof; now, unless the user had to choose a device first. */
  authenticatedAt?: Date
}
type SessionRow = typeof sessions.$inferSelect

/**
 * Takes one of the user's three slots. Concurrent sign-ins of one user wait for each other.
 * @throws ApiError account_blocked, or session_limit with the devices and a token for ending some of them and signing in
 */
export async function openSession(deps: Deps, signIn: SignIn): Promise<string> {
  const token = newToken(deps)
  const limit = await inTransaction(deps.db, async tx => {
    await lockUser(tx, signIn.userId)
    return takeSlot(deps, tx, signIn, token)
  })
  if (!limit) return token
  throw new ApiError('session_limit', { data: await limitOf(deps, signIn, limit) })
}

/**
 * Returns null after taking a slot, or the sessions that occupy all slots. The caller must lock the row of the user.
 * @throws ApiError account_blocked
 */
async function takeSlot(deps: Deps, tx: Tx, signIn: SignIn, token: string) {
  const now = deps.now()
  if (await isBlocked(tx, signIn.userId)) throw new ApiError('account_blocked')
  await freeSlots(tx, signIn, now)
  const rows = await listActiveSessions(tx, signIn.userId, now)
  if (rows.length >= MAX_DEVICES) return rows
  const taken = new Set(rows.map(({ slot }) => slot))
  await tx.insert(sessions).values({
    id: newId(),
    tokenHash: hashToken(deps, token),
    keyId: deps.keyId,
    userId: signIn.userId,
    slot: [1, 2, 3].find(slot => !taken.has(slot)) ?? 1,
    device: signIn.device,
    ip: signIn.address,
    isSso: signIn.isSso,
    ...reauthColumns(signIn.authMethod, signIn.authenticatedAt ?? now),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION.lifeDays * DAY_MS),
  })
  return null
}

/** Frees the slots of expired sessions and of an earlier session of the same browser. */
async function freeSlots(tx: Tx, { userId, device }: SignIn, now: Date): Promise<void> {
  const idle = new Date(now.getTime() - SESSION.idleDays * DAY_MS)
  const gone = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        or(
          lte(sessions.expiresAt, now),
          lte(sessions.lastSeenAt, idle),
          sql`${sessions.device}->>'unique_identifier' = ${device.unique_identifier}`,
        ),
      ),
    )
  await revokeSessions(
    tx,
    gone.map(({ id }) => id),
    'replaced',
    now,
  )
}

/** Signs these devices out and signs in, or changes nothing. @throws ApiError account_blocked, or session_limit if no slot becomes free */
export async function replaceSessions(
  deps: Deps,
  signIn: SignIn,
  ids: string[],
  limitedTokenHash: string,
): Promise<string> {
  const token = newToken(deps)
  await inTransaction(deps.db, async tx => {
    await lockUser(tx, signIn.userId)
    const now = deps.now()
    if (!(await consumeLimitedToken(tx, limitedTokenHash, 'device_choice', now)))
      throw new ApiError('unauthorized')
    await endOwnSessions(tx, signIn.userId, ids, now)
    const limit = await takeSlot(deps, tx, signIn, token)
    if (limit) throw new ApiError('session_limit', { data: stillFull(limit) })
  })
  return token
}

/** Ends devices of this user, all or none of them. @throws ApiError not_found */
export async function endOwnSessions(
  tx: Tx,
  userId: string,
  ids: string[],
  now: Date,
): Promise<void> {
  const mine = (await listActiveSessions(tx, userId, now)).map(({ id }) => id)
  if (!ids.every(id => mine.includes(id))) throw new ApiError('not_found')
  await revokeSessions(tx, ids, 'ended', now)
}

/** Revokes sessions: they are signed out at the next request on every node, and playback on them ends. */
export async function revokeSessions(
  db: Queryable,
  ids: string[],
  reason: string,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(sessions)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(inArray(sessions.id, ids), isNull(sessions.revokedAt)))
  await db.delete(profileTokens).where(inArray(profileTokens.sessionId, ids))
  await endLeasesOfSessions(db, ids)
}

export async function revokeOtherSessions(
  tx: Tx,
  viewer: { userId: string; sessionId: string },
  now: Date,
): Promise<void> {
  const rows = await listActiveSessions(tx, viewer.userId, now)
  const others = rows.map(({ id }) => id).filter(id => id !== viewer.sessionId)
  await revokeSessions(tx, others, 'password', now)
}

export async function listActiveSessions(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<SessionRow[]> {
  return selectActive(db, { userId, now, usedAfter: usedAfter(now) })
}

/** Returns the active sessions of a user, for a call that shows them. */
export function readActiveSessions(db: Database, userId: string, now: Date): Promise<SessionRow[]> {
  const value = sql.placeholder
  const values = { userId: value('userId'), now: value('now'), usedAfter: value('usedAfter') }
  return preparedQuery(db, 'active sessions of a user', handle =>
    selectActive(handle, values),
  ).execute({ userId, now, usedAfter: usedAfter(now) })
}

type ActiveValues = Record<'now' | 'usedAfter', Date | Placeholder> & {
  userId: string | Placeholder
}

function selectActive(db: Queryable, { userId, now, usedAfter }: ActiveValues) {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, usedAfter),
      ),
    )
    .orderBy(sessions.lastSeenAt)
}

/** A session that was last used before this time has expired. */
function usedAfter(now: Date): Date {
  return new Date(now.getTime() - SESSION.idleDays * DAY_MS)
}

export type SignInRow = Pick<
  SessionRow,
  'id' | 'device' | 'ip' | 'isSso' | 'createdAt' | 'lastSeenAt' | 'revokedAt' | 'revokedReason'
>

/** Returns the last sign-ins, including ended sessions. */
export async function listNewestSessions(
  db: Queryable,
  userId: string,
  most: number,
): Promise<SignInRow[]> {
  const { id, device, ip, isSso, createdAt, lastSeenAt, revokedAt, revokedReason } = sessions
  return db
    .select({ id, device, ip, isSso, createdAt, lastSeenAt, revokedAt, revokedReason })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(createdAt), desc(id))
    .limit(most)
}

export function deviceView(row: SessionRow, currentId?: string): DeviceSession {
  const { platform, brand, model, app_version } = row.device
  return {
    id: row.id,
    device: { platform, brand, model, app_version },
    created_at: toWire(row.createdAt),
    last_seen_at: toWire(row.lastSeenAt),
    is_current: row.id === currentId,
  }
}

/** Returns the limit without a new token: nothing was changed, so the caller's token stays valid. */
function stillFull(rows: SessionRow[]): SessionLimit {
  return { sessions: rows.map(row => deviceView(row)), limited_token: '' }
}

async function limitOf(deps: Deps, signIn: SignIn, rows: SessionRow[]): Promise<SessionLimit> {
  const token = await createLimitedToken(deps, {
    purpose: 'device_choice',
    userId: signIn.userId,
    device: signIn.device,
    isSso: signIn.isSso,
    authMethod: signIn.authMethod,
    ip: signIn.address,
  })
  return { sessions: rows.map(row => deviceView(row)), limited_token: token }
}
