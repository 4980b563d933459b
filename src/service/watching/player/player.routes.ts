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
import {
  type AccessContext,
  findAccess,
  requireAccess,
  type TitleAccess,
} from '../../accounts/access/access.ts'
import { requireExisting } from '../../accounts/access/visible-content.ts'
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
import {
  endPlaybackLease,
  type ProfileViewer,
  renewLease,
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
import {
  type ContentFile,
  findContentFile,
  nextEpisodeId,
  recordView,
  savedPosition,
  savePosition,
} from './player.queries.ts'
import { moveToAddress, signNativeUrl, signReceiverUrl } from './receivers.ts'
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
  on(getPlayback)(async call => {
    try {
      return await open(call)
    } catch (error) {
      if (call.params.use === 'play')
        deps.metrics.playback(error instanceof ApiError ? error.result : 'unknown')
      throw error
    }
  })
  async function open({ params, query, viewer, address, language, header }: PlaybackCall) {
    const use = FileUse.safeParse(params.use)
    if (!use.success) throw new ApiError('not_found')
    const found = await requireFile(deps, params.id, params.fileId)
    const isPlay = use.data === 'play'
    if (isPlay !== (found.file.kind === 'primary')) throw new ApiError('not_found')
    const caller = { viewer, address, language }
    const access = await requireAccess(deps, found.content.id, isPlay ? 'play' : 'see', caller)
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
      start_at: profileViewer ? await startAt(deps, found, profileViewer, query.from) : 0,
      next: next ?? null,
      advert: hasAdvert ? withOrigin(await requestAdvert(deps, store), signed.origin) : null,
      lease_id: leaseId,
    }
  }
}

const ENDED_REPLY = { renewed: false, lease_id: null, manifest_url: null, expires_in: null }

/** Registers the heartbeat. A rejected heartbeat saves no position and ends its lease. */
function heartbeatRoute(on: On, deps: Deps, store: StreamStore): void {
  on(heartbeat)(async ({ params, body, query, viewer, address, language, header }) => {
    const profileViewer = profileViewerOf(viewer)
    if (!profileViewer) throw new ApiError('profile_unauthorized')
    const leaseId = body.lease_id ?? null
    const found = await requireFile(deps, params.id, params.fileId)
    try {
      await requireAccess(deps, found.content.id, 'play', { viewer, address, language })
    } catch (error) {
      if (leaseId && error instanceof ApiError) await endPlaybackLease(deps, viewer, leaseId)
      throw error
    }
    if (leaseId && !body.ended && !(await renewLease(deps, viewer, leaseId)))
      throw new ApiError('stream_stopped')
    await saveProgress(deps, found, profileViewer, body.current_time)
    const { rebuffers = 0, rebuffer_seconds: rebufferSeconds = 0, failures = 0 } = body
    if (leaseId) deps.metrics.stream({ rebuffers, rebufferSeconds, failures })
    if (leaseId && body.ended) await endPlaybackLease(deps, viewer, leaseId)
    if (!leaseId || body.ended) return ENDED_REPLY
    const description = await describeStream(deps, store, found.file)
    const { client } = query
    if (client === 'native') await moveToAddress(deps, leaseId, address)
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
  on(makeReceiverLink)(async ({ params, viewer, address, language }) => {
    const { file, content } = await requireFile(deps, params.id, params.fileId)
    if (file.kind !== 'primary' || hasDrm(deps)) throw new ApiError('not_found')
    await requireAccess(deps, content.id, 'play', { viewer, address, language })
    const description = await describeStream(deps, store, file)
    const leaseId = await renewNewest(deps, viewer, content.id)
    if (!leaseId) throw new ApiError('stream_stopped')
    const signed = signReceiverUrl(deps, { stream: file.stream, leaseId })
    return { manifest_url: signed.url(description.manifest), expires_in: signed.expiresIn }
  })
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

async function requireFile(deps: Deps, contentId: string, fileId: string): Promise<ContentFile> {
  const found = await findContentFile(deps, contentId, fileId)
  requireExisting(found?.content, deps.now())
  if (!found) throw new ApiError('not_found')
  return found
}

function profileViewerOf(viewer: Viewer | null): ProfileViewer | null {
  return viewer?.profile ? { ...viewer, profile: viewer.profile } : null
}

/** Returns the next episode, unless it is not released yet. */
async function playableNextEpisode(
  deps: Deps,
  { content }: ContentFile,
  caller: AccessContext,
): Promise<string | null> {
  const id = await nextEpisodeId(deps, content)
  const access = id && (await findAccess(deps, [id], caller)).get(id)
  return access && access.play !== 'coming_soon' ? id : null
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
  { file, content }: ContentFile,
  { profile }: ProfileViewer,
  from: string | undefined,
) {
  if (file.mode === 'live')
    return from === undefined ? 0 : positionInWindow(deps, file.stream, fromWire(from))
  const at = await savedPosition(deps, profile.id, content.id)
  return resumePoint({ at, duration: file.durationSeconds, creditsAt: file.creditsAt })
}

async function saveProgress(
  deps: Deps,
  { file, content }: ContentFile,
  { profile }: ProfileViewer,
  at: number,
): Promise<void> {
  if (file.kind !== 'primary') return
  if (file.mode === 'live')
    return countWatch(deps, content.id, { seconds: PLAYBACK.heartbeatSeconds })
  const now = deps.now()
  const duration = file.durationSeconds ?? 0
  const position = duration > 0 ? Math.min(at, duration) : at
  const isOver = isFinished({ at: position, duration, creditsAt: file.creditsAt })
  const before = await savePosition(deps, {
    profileId: profile.id,
    contentId: content.id,
    seriesId: content.seriesId,
    positionSeconds: position,
    durationSeconds: duration,
    finishedAt: isOver ? now : null,
    updatedAt: now,
  })
  const seconds = watchedSeconds(before, { position, at: now })
  if (seconds > 0) countWatch(deps, content.id, { seconds })
}
