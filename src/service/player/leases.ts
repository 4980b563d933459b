/**
 * A playback takes one of three slots of its user and keeps it by its heartbeat. The unique index over
 * user and slot decides races: there is never a fourth row.
 */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import type { Lease } from '#src/contract/player.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { maxAgeOfViewer } from '../access/age-rating.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import { playbackLeases as leases } from '../db/schema/player.ts'
import { sessions } from '../db/schema/session.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { newId } from '../ids.ts'

const SLOTS = Array.from({ length: PLAYBACK.leases }, (_, index) => index + 1)

export type ProfileViewer = Viewer & { profile: NonNullable<Viewer['profile']> }

/** @throws ApiError stream_limit with the streams that are in the way */
export async function takeLease(
  deps: Deps,
  viewer: ProfileViewer,
  contentId: string,
  language: Language,
): Promise<string> {
  const row = { ...ownerOf(viewer, contentId), ...timesAt(deps.now()) }
  for (const slot of SLOTS) {
    const [made] = await deps.db
      .insert(leases)
      .values({ id: newId(), slot, ...row })
      .onConflictDoNothing()
      .returning({ id: leases.id })
    if (made) return made.id
  }
  const taken = (await replaceExpired(deps, row)) ?? (await replaceOwnOldest(deps, row))
  if (taken) return taken
  throw new ApiError('stream_limit', { data: { leases: await listLeases(deps, viewer, language) } })
}

type Row = ReturnType<typeof ownerOf> & ReturnType<typeof timesAt>

function ownerOf({ userId, sessionId, profile }: ProfileViewer, contentId: string) {
  return { userId, sessionId, profileId: profile.id, contentId }
}

function timesAt(now: Date) {
  const expiresAt = new Date(now.getTime() + PLAYBACK.leaseSeconds * 1_000)
  return { createdAt: now, heartbeatAt: now, expiresAt }
}

/** A slot whose heartbeat was lost. */
async function replaceExpired(deps: Deps, row: Row): Promise<string | null> {
  for (const slot of SLOTS) {
    const [made] = await deps.db
      .insert(leases)
      .values({ id: newId(), slot, ...row })
      .onConflictDoUpdate({
        target: [leases.userId, leases.slot],
        set: { id: newId(), ...row },
        setWhere: sql`${leases.expiresAt} <= ${row.createdAt}`,
      })
      .returning({ id: leases.id })
    if (made) return made.id
  }
  return null
}

/** The same browser opens the same title again: the oldest of its pages with it is gone, or gives way. */
async function replaceOwnOldest(deps: Deps, row: Row): Promise<string | null> {
  const oldest = deps.db
    .select({ id: leases.id })
    .from(leases)
    .where(and(eq(leases.sessionId, row.sessionId), eq(leases.contentId, row.contentId)))
    .orderBy(asc(leases.createdAt), asc(leases.slot))
    .limit(1)
    .for('update', { skipLocked: true })
  const [made] = await deps.db
    .update(leases)
    .set({ id: newId(), ...row })
    .where(inArray(leases.id, oldest))
    .returning({ id: leases.id })
  return made?.id ?? null
}

/** False when the lease is gone: ended from another device, or its slot was lost and taken. */
export async function renewLease(deps: Deps, viewer: Viewer, id: string): Promise<boolean> {
  const { heartbeatAt, expiresAt } = timesAt(deps.now())
  const rows = await deps.db
    .update(leases)
    .set({ heartbeatAt, expiresAt })
    .where(and(eq(leases.id, id), eq(leases.sessionId, viewer.sessionId)))
    .returning({ id: leases.id })
  return rows.length > 0
}

/** Of this user alone; ending what has ended is no error. */
export async function endLease(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  await deps.db.delete(leases).where(and(eq(leases.id, id), eq(leases.userId, viewer.userId)))
}

/** The streams that run now, oldest first; a child is not told what an adult watches. */
export async function listLeases(deps: Deps, viewer: Viewer, language: Language): Promise<Lease[]> {
  const rows = await deps.db
    .select({ lease: leases, device: sessions.device })
    .from(leases)
    .innerJoin(sessions, eq(sessions.id, leases.sessionId))
    .where(and(eq(leases.userId, viewer.userId), gt(leases.expiresAt, deps.now())))
    .orderBy(asc(leases.createdAt))
  const ids = [...new Set(rows.map(({ lease }) => lease.contentId))]
  const cards = await loadCards(deps, ids, language, maxAgeOfViewer(viewer))
  return rows.map(({ lease, device }) => {
    const card = cards.find(({ id }) => id === lease.contentId)
    return {
      lease_id: lease.id,
      title: card?.series ? `${card.series.title} · ${card.title}` : (card?.title ?? ''),
      device: [device.brand, device.model].filter(Boolean).join(' · '),
      started_at: toWire(lease.createdAt),
      is_current: lease.sessionId === viewer.sessionId,
    }
  })
}
