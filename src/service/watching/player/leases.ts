/**
 * Each playback holds a lease in one of its user's slots and renews it by heartbeats. A unique index on user and slot
 * decides races, so a user never has more leases than slots.
 */
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import type { Lease } from '#src/contract/player.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { loadCards } from '../../catalogue/titles/card.queries.ts'
import { preparedSql } from '../../platform/db/prepared.ts'
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
  const taken = await takeSlot(deps, row)
  if (taken) return taken
  throw new ApiError('stream_limit', {
    data: { leases: await listPlaybackLeases(deps, viewer, language) },
  })
}

type Row = ReturnType<typeof ownerOf> & ReturnType<typeof timesAt>

function ownerOf({ userId, sessionId, profile }: ProfileViewer, contentId: string) {
  return { userId, sessionId, profileId: profile.id, contentId }
}

function timesAt(now: Date) {
  const expiresAt = new Date(now.getTime() + PLAYBACK.leaseSeconds * 1_000)
  return { createdAt: now, heartbeatAt: now, expiresAt }
}

/**
 * Takes a free slot, else that of a lease that expired without a heartbeat, else the oldest lease of this session for the same title,
 * which the session opens again. Returns null if there is none. Of two playbacks that choose the same slot the database lets one have
 * it, and the other one chooses again, at most once for each slot.
 */
async function takeSlot(deps: Deps, row: Row): Promise<string | null> {
  for (let turn = 0; turn <= PLAYBACK.leases; turn++) {
    const [lease] = await slotQuery(deps).execute({ id: newId(), ...row })
    if (lease?.id || !lease?.isChosen) return lease?.id ?? null
  }
  return null
}

function slotQuery({ db }: Deps) {
  const value = sql.placeholder
  const changed = sql`user_id = ${value('userId')}, session_id = ${value('sessionId')}, profile_id = ${value('profileId')},
    content_id = ${value('contentId')}, created_at = ${value('createdAt')}, heartbeat_at = ${value('heartbeatAt')},
    expires_at = ${value('expiresAt')}, receiver = null, receiver_at = null`
  return preparedSql<{ id: string | null; isChosen: boolean }>(
    db,
    'slot of a playback',
    () => sql`with chosen as (
        select slots.slot from generate_series(1, ${sql.raw(String(PLAYBACK.leases))}) slots(slot)
        left join playback_leases held on held.user_id = ${value('userId')} and held.slot = slots.slot
        where held.id is null or held.expires_at <= ${value('createdAt')}
        order by held.id is not null, slots.slot limit 1
      ), taken as (
        insert into playback_leases as l
          (id, user_id, slot, session_id, profile_id, content_id, created_at, heartbeat_at, expires_at)
        select ${value('id')}, ${value('userId')}, slot, ${value('sessionId')}, ${value('profileId')}, ${value('contentId')},
          ${value('createdAt')}::timestamptz, ${value('heartbeatAt')}::timestamptz, ${value('expiresAt')}::timestamptz
        from chosen
        on conflict (user_id, slot) do update set id = excluded.id, ${changed} where l.expires_at <= ${value('createdAt')}
        returning id
      ), replaced as (
        update playback_leases set id = ${value('id')}, ${changed}
        where not exists (select from chosen) and id in (
          select own.id from playback_leases own
          where own.session_id = ${value('sessionId')} and own.content_id = ${value('contentId')}
          order by own.created_at, own.slot limit 1 for update skip locked
        )
        returning id
      )
      select coalesce((select id from taken), (select id from replaced)) as id, exists (select from chosen) as "isChosen"`,
  )
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
