/** Loads what /play/{short_id} shows: the title with its playback descriptor, a redirect, or an error. */
import type { Content } from '#src/contract/content.ts'
import { getContent } from '#src/contract/endpoints/content.ts'
import { getPlayback } from '#src/contract/endpoints/player.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import type { Api } from '../api/client.ts'
import { type Failure, toFailure } from '../api/failure.ts'
import { firstPlayable } from '../catalogue/playable.ts'
import type { Translate } from '../i18n/translate.ts'
import { loginPath, playPath, profilePath } from '../routes.ts'
import { childHomeWithReason } from '../session/guard.ts'
import type { PlaybackTarget } from './playback-session.ts'
import { createPlayerPage, type PlayerPage } from './player-page.ts'

type PlaybackLoadResult =
  /** If the descriptor is missing, the player requests it and shows why playback is denied. */
  | { kind: 'ready'; content: Content; page: PlayerPage }
  | { kind: 'redirect'; to: string }
  | { kind: 'error'; status: number }

interface LoadOptions {
  shortId: string
  use: PlaybackTarget['use']
  /** Path and query of the page to return to after signing in. */
  returnTo: string
  /** Time from which to watch a live channel, as in the API; null for now. */
  from?: string | null
  /** True for a prefetch, which takes no stream lease. */
  isPrefetch: boolean
}

type T = Translate<'player.episodeTitle'>

export async function loadPlayback(
  api: Api,
  t: T,
  options: LoadOptions,
): Promise<PlaybackLoadResult> {
  const found = await attempt(api(getContent, { params: { short_id: options.shortId } }))
  if ('failure' in found) return redirectOrError(found.failure, options, t)
  const content = found.data
  const firstEpisode = content.type === 'series' ? firstPlayable(content) : undefined
  if (firstEpisode && options.use === 'play') {
    return { kind: 'redirect', to: playPath(firstEpisode, t.language) }
  }
  const page = createPlayerPage(content, null, options.use, t)
  if (!page) return { kind: 'error', status: 404 }
  if (options.isPrefetch) return { kind: 'ready', content, page }
  const loaded = await attempt(requestDescriptor(api, page.target, options.from ?? null))
  if ('data' in loaded) {
    return { kind: 'ready', content, page: { ...page, descriptor: loaded.data } }
  }
  const leavesPage =
    loaded.failure.kind === 'api_error' && [401, 451].includes(loaded.failure.status)
  return leavesPage ? redirectOrError(loaded.failure, options, t) : { kind: 'ready', content, page }
}

async function attempt<D>(call: Promise<D>): Promise<{ data: D } | { failure: Failure }> {
  try {
    return { data: await call }
  } catch (error) {
    return { failure: toFailure(error) }
  }
}

function requestDescriptor(
  api: Api,
  { contentId, fileId, use }: PlaybackTarget,
  from: string | null,
): Promise<PlaybackDescriptor> {
  const params = { id: contentId, fileId: fileId, use: use }
  return api(getPlayback, from === null ? { params } : { params, query: { from } })
}

/** A 401 redirects to sign-in or to the profiles, and back; a 451 redirects a child to the kids' page (spec §8). */
function redirectOrError(
  failure: Failure,
  { returnTo }: LoadOptions,
  { language }: T,
): PlaybackLoadResult {
  if (failure.kind !== 'api_error') return { kind: 'error', status: 503 }
  if (failure.status === 451) return { kind: 'redirect', to: childHomeWithReason('age', language) }
  if (failure.status !== 401) return { kind: 'error', status: failure.status }
  if (failure.nextUrl) return { kind: 'redirect', to: failure.nextUrl }
  const isProfile = failure.result === 'profile_unauthorized'
  return { kind: 'redirect', to: (isProfile ? profilePath : loginPath)(returnTo, language) }
}
