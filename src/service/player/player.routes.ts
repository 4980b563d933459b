import { bearerToken } from '#src/contract/bearer.ts'
import {
  endLease as endLeaseCall,
  getPlayback,
  heartbeat,
  makeReceiverLink,
  reportAdvert,
} from '#src/contract/endpoints/player.ts'
import type { Language } from '#src/contract/fields.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import { FileUse } from '#src/contract/player.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import { type AccessContext, accessTo, requireAccess, type TitleAccess } from '../access/access.ts'
import { maxAgeOfViewer } from '../access/age-rating.ts'
import { requireExisting } from '../access/visible-content.ts'
import type { StreamStore } from '../adapters/media/stream-store.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import type { Deps, Viewer } from '../deps.ts'
import { startTicket } from '../entitlements/cinema-tickets.ts'
import { ApiError } from '../http/api-error.ts'
import { type Call, type On, router } from '../http/router.ts'
import { positionInWindow } from '../live/window.ts'
import { advertFor, reportEvent } from './adverts.ts'
import {
  endLease,
  listLeases,
  type ProfileViewer,
  renewLease,
  renewNewest,
  takeLease,
} from './leases.ts'
import {
  describeStream,
  hasDrm,
  playbackDescriptorOf,
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
import { signReceiverUrl } from './receivers.ts'
import { enqueueTitleViewed } from './title-viewed.ts'
import { countWatch, watchedSeconds } from './watch-days.ts'
import { isFinished, resumePoint } from './watch-position.ts'

type PlaybackCall = Call<typeof getPlayback>
/** Advert reports from one address. */
const REPORT_LIMIT = { points: 120, seconds: 60 }

export function playerRoutes(deps: Deps, store: StreamStore) {
  const { on, app } = router(deps)
  playbackRoute(on, deps, store)
  heartbeatRoute(on, deps, store)
  receiverRoute(on, deps, store)
  on(endLeaseCall)(async ({ params, viewer }) => {
    await endLease(deps, viewer, params.id)
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
      if (call.params.c === 'play')
        deps.metrics.playback(error instanceof ApiError ? error.result : 'unknown')
      throw error
    }
  })
  async function open({ params, query, viewer, address, language, header }: PlaybackCall) {
    const use = FileUse.safeParse(params.c)
    if (!use.success) throw new ApiError('not_found')
    const found = await requireFile(deps, params.a, params.b)
    const isPlay = use.data === 'play'
    if (isPlay !== (found.file.kind === 'primary')) throw new ApiError('not_found')
    const caller = { viewer, address, language }
    const access = await requireAccess(deps, found.content.id, isPlay ? 'play' : 'see', caller)
    const description = await describeStream(deps, store, found.file)
    const profileViewer = isPlay ? profileViewerOf(viewer) : null
    const leaseId =
      profileViewer && (await startPlayback(deps, { found, access, profileViewer, language }))
    if (isPlay) deps.metrics.playback('started')
    const bearer = (profileViewer && bearerToken(header('authorization'))) ?? null
    const signed = signStreamUrl(deps, found.file.stream, description, bearer)
    const nextId = isPlay ? await playableNextEpisode(deps, found, { viewer, address }) : null
    const [next] = await loadCards(deps, nextId ? [nextId] : [], language, maxAgeOfViewer(viewer))
    const hasAdvert = isPlay && found.file.mode === 'vod' && !access.isPaidFor
    return {
      ...playbackDescriptorOf(deps, found, description, signed, language),
      start_at: profileViewer ? await startAt(deps, found, profileViewer, query.from) : 0,
      next: next ?? null,
      advert: hasAdvert ? await advertFor(deps, store) : null,
      lease_id: leaseId,
    }
  }
}

const ENDED_REPLY = { renewed: false, lease_id: null, manifest_url: null, expires_in: null }

/** A rejected heartbeat saves no position and ends its lease. */
function heartbeatRoute(on: On, deps: Deps, store: StreamStore): void {
  on(heartbeat)(async ({ params, body, viewer, address, language, header }) => {
    const profileViewer = profileViewerOf(viewer)
    if (!profileViewer) throw new ApiError('profile_unauthorized')
    const leaseId = body.lease_id ?? null
    const found = await requireFile(deps, params.id, params.fileId)
    try {
      await requireAccess(deps, found.content.id, 'play', { viewer, address, language })
    } catch (error) {
      if (leaseId && error instanceof ApiError) await endLease(deps, viewer, leaseId)
      throw error
    }
    if (leaseId && !body.ended && !(await renewLease(deps, viewer, leaseId))) {
      const leases = await listLeases(deps, viewer, language)
      throw new ApiError('stream_limit', { data: { leases } })
    }
    await saveProgress(deps, found, profileViewer, body.current_time)
    const { rebuffers = 0, rebuffer_seconds: rebufferSeconds = 0, failures = 0 } = body
    if (leaseId) deps.metrics.stream({ rebuffers, rebufferSeconds, failures })
    if (leaseId && body.ended) await endLease(deps, viewer, leaseId)
    if (!leaseId || body.ended) return ENDED_REPLY
    const description = await describeStream(deps, store, found.file)
    const bearer = bearerToken(header('authorization')) ?? null
    const signed = signStreamUrl(deps, found.file.stream, description, bearer)
    return {
      renewed: true,
      lease_id: leaseId,
      manifest_url: signed.url(description.manifest),
      expires_in: signed.expiresIn,
    }
  })
}

/** Only what this session plays now. A receiver has no licence of ours, so that nothing is made for streams with DRM. */
function receiverRoute(on: On, deps: Deps, store: StreamStore): void {
  on(makeReceiverLink)(async ({ params, viewer, address, language }) => {
    const { file, content } = await requireFile(deps, params.id, params.fileId)
    if (file.kind !== 'primary' || hasDrm(deps)) throw new ApiError('not_found')
    await requireAccess(deps, content.id, 'play', { viewer, address, language })
    const description = await describeStream(deps, store, file)
    const leaseId = await renewNewest(deps, viewer, content.id)
    if (!leaseId) {
      const leases = await listLeases(deps, viewer, language)
      throw new ApiError('stream_limit', { data: { leases } })
    }
    const signed = signReceiverUrl(deps, { stream: file.stream, leaseId })
    return { manifest_url: signed.url(description.manifest), expires_in: signed.expiresIn }
  })
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

/** The next episode, unless it is not released yet. */
async function playableNextEpisode(
  deps: Deps,
  { content }: ContentFile,
  caller: AccessContext,
): Promise<string | null> {
  const id = await nextEpisodeId(deps, content)
  const access = id && (await accessTo(deps, [id], caller)).get(id)
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

/** @param from the time that a live channel is to be watched from */
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
