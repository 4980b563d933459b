import type { AccessReason } from '#src/contract/access.ts'
import { parseBearerToken } from '#src/contract/bearer.ts'
import {
  endLease as endLeaseCall,
  getPlayback,
  heartbeat,
  makeReceiverLink,
  reportAdvert,
} from '#src/contract/endpoints/player.ts'
import type { Language } from '#src/contract/fields.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import { FileUse, type MediaClient, type PlaybackDescriptor } from '#src/contract/player.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import { accessTitleOf } from '../../accounts/access/access.queries.ts'
import {
  type AccessContext,
  accessOfRead,
  requireReadAccess,
  type TitleAccess,
} from '../../accounts/access/access.ts'
import { loadCards } from '../../catalogue/titles/card.queries.ts'
import { siteOriginOf } from '../../commerce/checkout/callback-address.ts'
import { startTicket } from '../../commerce/entitlements/cinema-tickets.ts'
import type { StreamDescription, StreamStore } from '../../platform/adapters/media/stream-store.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { maxAgeOfViewer } from '../../platform/http/age-band.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Call, type On, router } from '../../platform/http/router.ts'
import { positionInWindow } from '../live/window.ts'
import { reportEvent, requestAdvert } from './adverts.ts'
import { type ContentFile, FILE_TO_PLAY, type FileRow, requireFile } from './file-to-play.ts'
import { type RenewedLease, renew, renewAndSave, savePosition } from './heartbeat.queries.ts'
import {
  endPlaybackLease,
  type ProfileViewer,
  renewalOf,
  renewNewest,
  takeLease,
} from './leases.ts'
import {
  createPlaybackDescriptor,
  describeStream,
  hasDrm,
  type SignedStream,
  signStreamUrl,
} from './playback-descriptor.ts'
import { nextEpisode, recordView } from './player.queries.ts'
import { moveToAddress, signNativeUrl, signReceiverUrl } from './receivers.ts'
import { noteRefusal } from './refusals.ts'
import { enqueueTitleViewed } from './title-viewed.ts'
import { countWatch, watchedSeconds } from './watch-days.ts'
import { isFinished, resumePoint } from './watch-position.ts'

type PlaybackCall = Call<typeof getPlayback>
/** Limit of advert reports from one address. */
const REPORT_LIMIT = { points: 120, seconds: 60 }

export function playerRoutes(deps: Deps, store: StreamStore) {
  const { on, app } = router(deps)
  playbackRoute(on, deps, store)
  heartbeatRoute(on, deps, store)
  receiverRoute(on, deps, store)
  on(endLeaseCall)(async ({ params, viewer }) => {
    await endPlaybackLease(deps, viewer, params.id)
    return {}
  })
  on(reportAdvert)(async ({ params, address }) => {
    await deps.limits.volume('advert', address, REPORT_LIMIT)
    if (!(await reportEvent(deps, params.token))) throw new ApiError('not_found')
    return {}
  })
  return app
}

function playbackRoute(on: On, deps: Deps, store: StreamStore): void {
  on(
    getPlayback,
    FILE_TO_PLAY,
  )(async call => {
    try {
      return await open(call, call.row)
    } catch (error) {
      if (call.params.use === 'play') {
        deps.metrics.playback(error instanceof ApiError ? error.result : 'unknown')
        await recordRefusal(deps, call, error)
      }
      throw error
    }
  })
  async function open(
    { params, query, viewer, address, language, header }: PlaybackCall,
    row: FileRow | null,
  ) {
    const use = FileUse.safeParse(params.use)
    if (!use.success) throw new ApiError('not_found')
    const found = requireFile(deps, row)
    const isPlay = use.data === 'play'
    if (isPlay !== (found.file.kind === 'primary')) throw new ApiError('not_found')
    const caller = { viewer, address, language }
    const access = await requireFileAccess(deps, found, isPlay ? 'play' : 'see', caller)
    const description = await describeStream(deps, store, found.file)
    const profileViewer = isPlay ? profileViewerOf(viewer) : null
    const leaseId =
      profileViewer && (await startPlayback(deps, { found, access, profileViewer, language }))
    if (isPlay) deps.metrics.playback('started')
    const { stream } = found.file
    const signed = signForClient(deps, {
      stream,
      description,
      leaseId,
      client: query.client,
      header,
    })
    const nextId = isPlay ? await playableNextEpisode(deps, found, { viewer, address }) : null
    const [next] = await loadCards(deps, nextId ? [nextId] : [], language, maxAgeOfViewer(viewer))
    const hasAdvert = isPlay && found.file.mode === 'vod' && !access.isPaidFor
    return {
      ...createPlaybackDescriptor(deps, found, description, signed, language),
      start_at: profileViewer ? await startAt(deps, found, query.from) : 0,
      next: next ?? null,
      advert: hasAdvert ? withOrigin(await requestAdvert(deps, store), signed.origin) : null,
      lease_id: leaseId,
    }
  }
}

const ENDED_REPLY = { renewed: false, lease_id: null, manifest_url: null, expires_in: null }

/** Registers the heartbeat. A rejected heartbeat saves no position and ends its lease. */
function heartbeatRoute(on: On, deps: Deps, store: StreamStore): void {
  on(
    heartbeat,
    FILE_TO_PLAY,
  )(async ({ body, query, viewer, address, language, header, row }) => {
    const profileViewer = profileViewerOf(viewer)
    if (!profileViewer) throw new ApiError('profile_unauthorized')
    const leaseId = body.lease_id ?? null
    const found = requireFile(deps, row)
    try {
      await requireFileAccess(deps, found, 'play', { viewer, address, language })
    } catch (error) {
      if (leaseId && error instanceof ApiError) await endPlaybackLease(deps, viewer, leaseId)
      await recordRefusal(deps, { viewer, address, row }, error)
      throw error
    }
    const renewedId = body.ended ? null : leaseId
    const lease = await saveProgress(deps, found, profileViewer, {
      at: body.current_time,
      renewedId,
    })
    if (renewedId && !lease) throw new ApiError('stream_stopped')
    const { rebuffers = 0, rebuffer_seconds: rebufferSeconds = 0, failures = 0 } = body
    if (leaseId) deps.metrics.stream({ rebuffers, rebufferSeconds, failures })
    if (leaseId && body.ended) await endPlaybackLease(deps, viewer, leaseId)
    if (!leaseId || !lease) return ENDED_REPLY
    const description = await describeStream(deps, store, found.file)
    const { client } = query
    if (client === 'native') await moveToAddress(deps, { leaseId, ...lease }, address)
    const { stream } = found.file
    const signed = signForClient(deps, { stream, description, leaseId, client, header })
    return {
      renewed: true,
      lease_id: leaseId,
      manifest_url: signed.url(description.manifest),
      expires_in: signed.expiresIn,
    }
  })
}

/**
 * Registers the receiver's link, only for what this session plays now. A receiver has no licence from us, so streams
 * with DRM get no link.
 */
function receiverRoute(on: On, deps: Deps, store: StreamStore): void {
  on(
    makeReceiverLink,
    FILE_TO_PLAY,
  )(async ({ viewer, address, language, row }) => {
    const found = requireFile(deps, row)
    const { file, content } = found
    if (file.kind !== 'primary' || hasDrm(deps)) throw new ApiError('not_found')
    await requireFileAccess(deps, found, 'play', { viewer, address, language })
    const description = await describeStream(deps, store, file)
    const leaseId = await renewNewest(deps, viewer, content.id)
    if (!leaseId) throw new ApiError('stream_stopped')
    const signed = signReceiverUrl(deps, { stream: file.stream, leaseId })
    return { manifest_url: signed.url(description.manifest), expires_in: signed.expiresIn }
  })
}

type RefusedCall = AccessContext & { row: FileRow | null }

/** Records why a signed-in caller may not play a title. The reply is the same if that fails. */
async function recordRefusal(
  deps: Deps,
  { viewer, address, row }: RefusedCall,
  error: unknown,
): Promise<void> {
  if (!viewer || !row || !(error instanceof ApiError)) return
  const reason =
    error.result === 'stream_limit' ? error.result : accessReasonNow(deps, row, { viewer, address })
  if (!reason) return
  await noteRefusal(deps, viewer, row.id, reason).catch(err =>
    deps.log.warn({ err }, 'a refusal could not be recorded'),
  )
}

function accessReasonNow(deps: Deps, row: FileRow, caller: AccessContext): AccessReason | null {
  const title = accessTitleOf(row, deps.now())
  if (!title) return null
  const { see, play } = accessOfRead(deps, { title, owned: row }, caller)
  return see ?? play
}

interface LinkRequest {
  stream: string
  description: StreamDescription
  /** Lease of the playback; null for trailers, previews and viewers without a profile. */
  leaseId: string | null
  client: MediaClient
  header: (name: string) => string | undefined
}

/**
 * Signs the URLs of a playback. Those of a browser are bound to its session; those of a native player are absolute and bound to the
 * lease. `origin` is empty for a browser.
 */
function signForClient(
  deps: Deps,
  { stream, description, leaseId, client, header }: LinkRequest,
): SignedStream & { origin: string } {
  const origin = client === 'native' ? siteOriginOf(deps, header('site-origin')) : ''
  if (client === 'native' && leaseId)
    return { ...signNativeUrl(deps, { stream, leaseId, origin }), origin }
  const bearer = (leaseId && parseBearerToken(header('authorization'))) || null
  const signed = signStreamUrl(deps, stream, description, bearer)
  return { ...signed, origin, url: file => absoluteUrl(signed.url(file), origin) }
}

function absoluteUrl(url: string, origin: string): string {
  return url.startsWith('/') ? `${origin}${url}` : url
}

function withOrigin(
  advert: PlaybackDescriptor['advert'],
  origin: string,
): PlaybackDescriptor['advert'] {
  return advert && { ...advert, manifest_url: absoluteUrl(advert.manifest_url, origin) }
}

function requireFileAccess(
  deps: Deps,
  { content, access }: ContentFile,
  action: 'play' | 'see',
  context: AccessContext & { language: Language },
): Promise<TitleAccess> {
  return requireReadAccess(deps, content.id, access, action, context)
}

function profileViewerOf(viewer: Viewer | null): ProfileViewer | null {
  return viewer?.profile ? { ...viewer, profile: viewer.profile } : null
}

/** Returns the next episode, unless it is not released yet. */
async function playableNextEpisode(
  deps: Deps,
  { content, access: { owned } }: ContentFile,
  caller: AccessContext,
): Promise<string | null> {
  const title = await nextEpisode(deps, content)
  const isReleased = title && accessOfRead(deps, { title, owned }, caller).play !== 'coming_soon'
  return isReleased ? title.id : null
}

interface PlaybackStart {
  found: ContentFile
  access: TitleAccess
  profileViewer: ProfileViewer
  language: Language
}

async function startPlayback(
  deps: Deps,
  { found: { content }, access, profileViewer, language }: PlaybackStart,
): Promise<string> {
  const leaseId = await takeLease(deps, profileViewer, content.id, language)
  if (access.ticketOf) await startTicket(deps, profileViewer.userId, access.ticketOf)
  const profileId = profileViewer.profile.id
  if (await recordView(deps, profileId, content.id)) await enqueueTitleViewed(deps, profileId)
  return leaseId
}

/** @param from time from which to watch a live channel */
async function startAt(
  deps: Deps,
  { file, savedPosition: at }: ContentFile,
  from: string | undefined,
) {
  if (file.mode === 'live')
    return from === undefined ? 0 : positionInWindow(deps, file.stream, fromWire(from))
  return resumePoint({ at, duration: file.durationSeconds, creditsAt: file.creditsAt })
}

type Progress = {
  at: number
  /** Lease to renew; null if the playback has none, or has ended. */
  renewedId: string | null
}

/** Saves the position and renews the lease. Returns null without a lease, and saves nothing if the lease no longer exists. */
async function saveProgress(
  deps: Deps,
  { file, content }: ContentFile,
  viewer: ProfileViewer,
  { at, renewedId }: Progress,
): Promise<RenewedLease | null> {
  const renewal = renewedId === null ? null : renewalOf(deps, viewer, renewedId)
  if (file.kind !== 'primary') return renewal && renew(deps, renewal)
  if (file.mode === 'live') {
    const lease = renewal && (await renew(deps, renewal))
    if (lease) countWatch(deps, content.id, { seconds: secondsSince(deps, lease.previousAt) })
    return lease
  }
  const now = deps.now()
  const duration = file.durationSeconds ?? 0
  const position = duration > 0 ? Math.min(at, duration) : at
  const isOver = isFinished({ at: position, duration, creditsAt: file.creditsAt })
  const saved = {
    profileId: viewer.profile.id,
    contentId: content.id,
    seriesId: content.seriesId,
    positionSeconds: position,
    durationSeconds: duration,
    finishedAt: isOver ? now : null,
    updatedAt: now,
  }
  const written = renewal
    ? await renewAndSave(deps, renewal, saved)
    : { lease: null, before: await savePosition(deps, saved) }
  if (!written) return null
  const seconds = watchedSeconds(written.before, { position, at: now })
  if (seconds > 0) countWatch(deps, content.id, { seconds })
  return written.lease
}

/** Returns the seconds that a live channel was watched since its previous heartbeat. After a pause it is at most one interval. */
function secondsSince(deps: Deps, previousAt: Date): number {
  const elapsed = (deps.now().getTime() - previousAt.getTime()) / 1_000
  return Math.max(0, Math.min(elapsed, PLAYBACK.heartbeatSeconds))
}
