import {
  endLease as endLeaseCall,
  FileUse,
  getPlayback,
  heartbeat,
  reportAdvert,
} from '#src/contract/player.ts'
import { mediaRoutes } from '../adapters/media/serve.ts'
import { createMediaStore, type MediaStore } from '../adapters/media/store.ts'
import { bandOfViewer } from '../catalogue/age.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import { subscriptionOf } from '../checkout/subscriptions.ts'
import type { Deps, Viewer } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { type On, router } from '../http/router.ts'
import { accessTo } from './access.ts'
import { advertFor, reportEvent } from './adverts.ts'
import { endLease, listLeases, renewLease, takeLease, type Watching } from './leases.ts'
import { describeStream, offerOf, sign } from './offer.ts'
import {
  type FoundFile,
  findFile,
  nextEpisodeId,
  noteViewing,
  openTicket,
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
    if (!(await reportEvent(deps, params.token))) throw new Refusal('not_found')
    return {}
  })
  app.route('/', mediaRoutes({ key: deps.key('media'), store, now: deps.now }))
  return app
}

function openRoute(on: On, deps: Deps, store: MediaStore): void {
  on(getPlayback)(async ({ params, viewer, language, header }) => {
    const use = FileUse.safeParse(params.c)
    if (!use.success) throw new Refusal('not_found')
    const found = await wantedFile(deps, params.a, params.b)
    const isOwnUse = found.file.kind === 'primary' ? use.data === 'play' : use.data !== 'play'
    if (!isOwnUse) throw new Refusal('not_found')
    const { isPaidFor } = await refuseWithout(deps, found, use.data, viewer)
    const description = await describeStream(deps, store, found.file)
    const watching = use.data === 'play' ? asWatching(viewer) : null
    const hasAdvert = use.data === 'play' && found.file.mode === 'vod' && !isPaidFor
    const leaseId = watching && (await begin(deps, found, watching, language))
    const signed = sign(deps, found.file.stream, watching && bearerOf(header('authorization')))
    const nextId = use.data === 'play' ? await nextEpisodeId(deps, found.content) : null
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

function heartbeatRoute(on: On, deps: Deps, store: MediaStore): void {
  on(heartbeat)(async ({ params, body, viewer, language, header }) => {
    const watching = asWatching(viewer)
    if (!watching) throw new Refusal('profile_unauthorized')
    const found = await wantedFile(deps, params.id, params.fileId)
    await keepPlace(deps, found, watching, body.current_time)
    const leaseId = body.lease_id ?? null
    if (body.ended) {
      if (leaseId) await endLease(deps, viewer, leaseId)
      return { renewed: false, lease_id: null, manifest_url: null, expires_in: null }
    }
    await refuseWithout(deps, found, 'play', viewer)
    if (!leaseId) return { renewed: false, lease_id: null, manifest_url: null, expires_in: null }
    if (!(await renewLease(deps, viewer, leaseId))) {
      const leases = await listLeases(deps, viewer, language)
      throw new Refusal('stream_limit', { data: { leases } })
    }
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
  if (!found) throw new Refusal('not_found')
  return found
}

function asWatching(viewer: Viewer | null): Watching | null {
  return viewer?.profile ? { ...viewer, profile: viewer.profile } : null
}

function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? null
}

/** @throws Refusal of `accessTo` */
async function refuseWithout(
  deps: Deps,
  found: FoundFile,
  use: FileUse,
  viewer: Viewer | null,
): Promise<{ isPaidFor: boolean }> {
  const now = deps.now()
  const { content, seriesFlags, seriesAgeLimit } = found
  const isPaid = use === 'play' && viewer !== null
  const subscription = isPaid ? await subscriptionOf(deps.db, viewer.userId, now) : null
  const hasSubscription = subscription?.hasSubscription ?? false
  const ticket = isPaid ? await openTicket(deps, viewer.userId, content.id) : null
  const access = accessTo(
    {
      use,
      flags: [...content.flags, ...(seriesFlags ?? [])],
      ageLimit: stricter(content.ageLimit, seriesAgeLimit),
    },
    {
      isSignedIn: viewer !== null,
      hasProfile: viewer?.profile != null,
      band: bandOfViewer(viewer),
      hasSubscription,
      ticket,
      now,
    },
  )
  if (access.kind === 'refused') throw new Refusal(access.result)
  return { isPaidFor: hasSubscription || ticket !== null }
}

function stricter(own: number | null, series: number | null): number | null {
  if (own === null || series === null) return own ?? series
  return Math.max(own, series)
}

async function begin(
  deps: Deps,
  { content }: FoundFile,
  viewer: Watching,
  language: 'fa' | 'en',
): Promise<string> {
  const leaseId = await takeLease(deps, viewer, content.id, language)
  if (content.ticketPrice !== null) await startTicket(deps, viewer.userId, content.id)
  await noteViewing(deps, viewer.profile.id, content.id)
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
