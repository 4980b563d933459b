/**
 * Each playback holds a lease in one of its user's slots and renews it by heartbeats. A unique index on user and slot
 * decides races, so a user never has more leases than slots.
 */
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Language } from '#src/contract/fields.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import type { Lease } from '#src/contract/player.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { loadCards } from '../../catalogue/titles/card.queries.ts'
import { playbackLeases as leases } from '../../platform/db/schema/player.ts'
import { sessions } from '../../platform/db/schema/session.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { maxAgeOfViewer } from '../../platform/http/age-band.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { type Renewal, renew } from './heartbeat.queries.ts'

export type ProfileViewer = Viewer & { profile: NonNullable<Viewer['profile']> }

/** Takes a lease. @throws ApiError `stream_limit`, with the running streams */
export async function takeLease(
  deps: Deps,
  viewer: ProfileViewer,
  contentId: string,
  language: Language,
): Promise<string> {
  const row = { ...ownerOf(viewer, contentId), ...timesAt(deps.now()) }
  const taken = (await takeSlot(deps, row)) ?? (await replaceOwnOldest(deps, row))
  if (taken) return taken
  throw new ApiError('stream_limit', {
    data: { leases: await listPlaybackLeases(deps, viewer, language) },
  })
}

type Row = ReturnType<typeof ownerOf> & ReturnType<typeof timesAt>

function ownerOf({ userId, sessionId, profile }: ProfileViewer, contentId: string) {
  return {
    userId,
    sessionId,
    profileId: profile.id,
    contentId,
    receiver: null,
    receiverAt: null,
  }
}

function timesAt(now: Date) {
  const expiresAt = new Date(now.getTime() + PLAYBACK.leaseSeconds * 1_000)
  return { createdAt: now, heartbeatAt: now, expiresAt }
}

/**
 * Takes a free slot, else that of a lease that expired without a heartbeat; null if there is none. Of two playbacks that choose the
 * same slot the database lets one have it, and the other one chooses again.
 */
async function takeSlot(deps: Deps, row: Row): Promise<string | null> {
  const taken = alias(leases, 'taken')
  const ofUser = sql`${taken.userId} = ${row.userId} and ${taken.slot} = slots.slot`
  for (let turn = 0; turn < PLAYBACK.leases; turn++) {
    // If every slot is taken, the first one is chosen, whose lease has not expired and is not replaced.
    const slot = sql<number>`coalesce((
      select slots.slot from generate_series(1, ${PLAYBACK.leases}) slots(slot)
      left join ${leases} taken on ${ofUser}
      where ${taken.id} is null or ${taken.expiresAt} <= ${row.createdAt}
      order by ${taken.id} is not null, slots.slot limit 1), 1)`
    const [lease] = await deps.db
      .insert(leases)
      .values({ id: newId(), slot, ...row })
      .onConflictDoUpdate({
        target: [leases.userId, leases.slot],
        set: { id: newId(), ...row },
        setWhere: sql`${leases.expiresAt} <= ${row.createdAt}`,
      })
      .returning({ id: leases.id })
    if (lease) return lease.id
  }
  return null
}

/** Replaces the oldest lease of this session for the same title when the session opens it again. */
async function replaceOwnOldest(deps: Deps, row: Row): Promise<string | null> {
  const oldest = deps.db
    .select({ id: leases.id })
    .from(leases)
    .where(and(eq(leases.sessionId, row.sessionId), eq(leases.contentId, row.contentId)))
    .orderBy(asc(leases.createdAt), asc(leases.slot))
    .limit(1)
    .for('update', { skipLocked: true })
  const [lease] = await deps.db
    .update(leases)
    .set({ id: newId(), ...row })
    .where(inArray(leases.id, oldest))
    .returning({ id: leases.id })
  return lease?.id ?? null
}

/** Returns the renewal of a lease by a heartbeat now. */
export function renewalOf(deps: Deps, { sessionId }: Viewer, leaseId: string): Renewal {
  const { heartbeatAt, expiresAt } = timesAt(deps.now())
  return { leaseId, sessionId, heartbeatAt, expiresAt }
}

/** Renews and returns the newest lease of this session for a title; null if another playback has its slot. */
export async function renewNewest(
  deps: Deps,
  viewer: Viewer,
  contentId: string,
): Promise<string | null> {
  const [newest] = await deps.db
    .select({ id: leases.id })
    .from(leases)
    .where(and(eq(leases.sessionId, viewer.sessionId), eq(leases.contentId, contentId)))
    .orderBy(desc(leases.createdAt), asc(leases.slot))
    .limit(1)
  return newest && (await renew(deps, renewalOf(deps, viewer, newest.id))) ? newest.id : null
}

/** Ends a lease of the user; no error if it has already ended. */
export async function endPlaybackLease(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  await deps.db.delete(leases).where(and(eq(leases.id, id), eq(leases.userId, viewer.userId)))
}

/** Returns the user's running streams, the oldest first; titles above the viewer's age rating are blank. */
export async function listPlaybackLeases(
  deps: Deps,
  viewer: Viewer,
  language: Language,
): Promise<Lease[]> {
  const rows = await deps.db
    .select({ lease: leases, device: sessions.device })
    .from(leases)
    .innerJoin(sessions, eq(sessions.id, leases.sessionId))
    .where(and(eq(leases.userId, viewer.userId), gt(leases.expiresAt, deps.now())))
    .orderBy(asc(leases.createdAt), asc(leases.slot))
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
