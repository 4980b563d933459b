import type { Language } from '#src/contract/fields.ts'
import {
  endLease as endLeaseCall,
  FileUse,
  getPlayback,
  heartbeat,
  reportAdvert,
} from '#src/contract/player.ts'
import { type Access, accessTo, type Caller, demandAccess } from '../access/access.ts'
import { bandOfViewer } from '../access/band.ts'
import { mediaRoutes } from '../adapters/media/serve.ts'
import { createMediaStore, type MediaStore } from '../adapters/media/store.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { type On, router } from '../http/router.ts'
import { advertFor, reportEvent } from './adverts.ts'
import { endLease, listLeases, renewLease, takeLease, type Watching } from './leases.ts'
import { describeStream, offerOf, sign } from './offer.ts'
import {
  type FoundFile,
  findFile,
  nextEpisodeId,
  noteViewing,
  savedPlace,
  savePlace,
  startTicket,
} from './player.queries.ts'
import { isFinished, resumePoint } from './progress.ts'

const REPORTS = { points: 120, seconds: 60 }

export function playerRoutes(deps: Deps) {
  const { on, app } = router(deps)
  const store = createMediaStore(deps.env.DATA_DIR)
  openRoute(on, deps, store)
  heartbeatRoute(on, deps, store)
  on(endLeaseCall)(async ({ params, viewer }) => {
    await endLease(deps, viewer, params.id)
    return {}
  })
  on(reportAdvert)(async ({ params, address }) => {
    await deps.limits.volume('advert', address, REPORTS)
    if (!(await reportEvent(deps, params.token))) throw new ApiError('not_found')
    return {}
  })
  app.route('/', mediaRoutes({ key: deps.key('media'), store, now: deps.now }))
  return app
}

function openRoute(on: On, deps: Deps, store: MediaStore): void {
  on(getPlayback)(async ({ params, viewer, address, language, header }) => {
    const use = FileUse.safeParse(params.c)
    if (!use.success) throw new ApiError('not_found')
    const found = await wantedFile(deps, params.a, params.b)
    const isOwnUse = found.file.kind === 'primary' ? use.data === 'play' : use.data !== 'play'
    if (!isOwnUse) throw new ApiError('not_found')
    const what = use.data === 'play' ? 'play' : 'see'
    const access = await demandAccess(deps, found.content.id, what, { viewer, address, language })
    const description = await describeStream(deps, store, found.file)
    const watching = use.data === 'play' ? asWatching(viewer) : null
    const hasAdvert = use.data === 'play' && found.file.mode === 'vod' && !access.isPaidFor
    const leaseId = watching && (await begin(deps, { found, access, watching, language }))
    const signed = sign(deps, found.file.stream, watching && bearerOf(header('authorization')))
    const nextId = use.data === 'play' ? await nextOf(deps, found, { viewer, address }) : null
    const [next] = await loadCards(deps, nextId ? [nextId] : [], language, bandOfViewer(viewer))
    return {
      ...offerOf(deps, found, description, signed, language),
      start_at: watching ? await startAt(deps, found, watching) : 0,
      next: next ?? null,
      advert: hasAdvert ? await advertFor(deps, store) : null,
      lease_id: leaseId,
    }
  })
}

const STOPPED = { renewed: false, lease_id: null, manifest_url: null, expires_in: null }

/** What is refused leaves nothing behind, and its place among the streams is free at once. */
function heartbeatRoute(on: On, deps: Deps, store: MediaStore): void {
  on(heartbeat)(async ({ params, body, viewer, address, language, header }) => {
    const watching = asWatching(viewer)
    if (!watching) throw new ApiError('profile_unauthorized')
    const leaseId = body.lease_id ?? null
    const found = await wantedFile(deps, params.id, params.fileId)
    try {
      await demandAccess(deps, found.content.id, 'play', { viewer, address, language })
    } catch (refused) {
      if (leaseId && refused instanceof ApiError) await endLease(deps, viewer, leaseId)
      throw refused
    }
    if (leaseId && !body.ended && !(await renewLease(deps, viewer, leaseId))) {
      const leases = await listLeases(deps, viewer, language)
      throw new ApiError('stream_limit', { data: { leases } })
    }
    await keepPlace(deps, found, watching, body.current_time)
    if (leaseId && body.ended) await endLease(deps, viewer, leaseId)
    if (!leaseId || body.ended) return STOPPED
    const { manifest } = await describeStream(deps, store, found.file)
    const signed = sign(deps, found.file.stream, bearerOf(header('authorization')))
    return {
      renewed: true,
      lease_id: leaseId,
      manifest_url: signed.url(manifest),
      expires_in: signed.expiresIn,
    }
  })
}

async function wantedFile(deps: Deps, contentId: string, fileId: string): Promise<FoundFile> {
  const found = await findFile(deps, contentId, fileId)
  if (!found) throw new ApiError('not_found')
  return found
}

function asWatching(viewer: Viewer | null): Watching | null {
  return viewer?.profile ? { ...viewer, profile: viewer.profile } : null
}

function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? null
}

/** The episode that follows, unless there is nothing to play of it yet. */
async function nextOf(deps: Deps, { content }: FoundFile, caller: Caller): Promise<string | null> {
  const id = await nextEpisodeId(deps, content)
  const access = id && (await accessTo(deps, [id], caller)).get(id)
  return access && access.play !== 'coming_soon' ? id : null
}

type Beginning = {
  found: FoundFile
  access: Access
  watching: Watching
  language: Language
}

async function begin(
  deps: Deps,
  { found: { content }, access, watching, language }: Beginning,
): Promise<string> {
  const leaseId = await takeLease(deps, watching, content.id, language)
  if (access.ticketOf) await startTicket(deps, watching.userId, access.ticketOf)
  await noteViewing(deps, watching.profile.id, content.id)
  return leaseId
}

async function startAt(deps: Deps, { file, content }: FoundFile, { profile }: Watching) {
  if (file.mode === 'live') return 0
  const at = await savedPlace(deps, profile.id, content.id)
  return resumePoint({ at, duration: file.durationSeconds, creditsAt: file.creditsAt })
}

async function keepPlace(
  deps: Deps,
  { file, content }: FoundFile,
  { profile }: Watching,
  at: number,
): Promise<void> {
  if (file.mode === 'live' || file.kind !== 'primary') return
  const now = deps.now()
  const duration = file.durationSeconds ?? 0
  const position = duration > 0 ? Math.min(at, duration) : at
  const isOver = isFinished({ at: position, duration, creditsAt: file.creditsAt })
  await savePlace(deps, {
    profileId: profile.id,
    contentId: content.id,
    seriesId: content.seriesId,
    positionSeconds: position,
    durationSeconds: duration,
    finishedAt: isOver ? now : null,
    updatedAt: now,
  })
}
