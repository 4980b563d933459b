/** What /play/{short_id} shows: the title with its descriptor, why there is none, or another page. */
import type { Content } from '#src/contract/content.ts'
import { getContent } from '#src/contract/endpoints/content.ts'
import { getPlayback } from '#src/contract/endpoints/player.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import type { Api } from '../api/client.ts'
import { type Failure, failureOf } from '../api/failure.ts'
import type { Translate } from '../i18n/translate.ts'
import { kidsPath, loginPath, playPath, profilePath } from '../routes.ts'
import type { PlaybackTarget } from './playback-session.ts'
import { type PlayerPage, playerPageOf } from './player-page.ts'

export type PlaybackLoadResult =
  | { kind: 'ready'; content: Content; page: PlayerPage }
  | { kind: 'elsewhere'; to: string }
  | { kind: 'missing'; status: number }

interface Asked {
  shortId: string
  use: PlaybackTarget['use']
  /** The page's own path and query, to come back to. */
  here: string
  /** The browser only looks ahead: no stream is taken yet. */
  isPrefetch: boolean
}

export async function loadPlayback(
  api: Api,
  t: Translate<'player.place'>,
  asked: Asked,
): Promise<PlaybackLoadResult> {
  const { language } = t
  const found = await fetchContent(api, asked.shortId)
  if ('failure' in found) return elsewhere(found.failure, asked, t)
  const { content } = found
  const first = content.type === 'series' ? content.seasons[0]?.episodes[0] : undefined
  if (first && asked.use === 'play') return { kind: 'elsewhere', to: playPath(first, language) }
  const page = playerPageOf(content, null, asked.use, t)
  if (!page) return { kind: 'missing', status: 404 }
  if (asked.isPrefetch) return { kind: 'ready', content, page }
  const loaded = await fetchDescriptor(api, page.target)
  if ('failure' in loaded) {
    const { failure } = loaded
    const isShownInPlace =
      failure.kind !== 'api_error' || !['signed_out', 'age'].includes(reasonOf(failure))
    return isShownInPlace ? { kind: 'ready', content, page } : elsewhere(failure, asked, t)
  }
  return { kind: 'ready', content, page: { ...page, descriptor: loaded.descriptor } }
}

async function fetchContent(
  api: Api,
  shortId: string,
): Promise<{ content: Content } | { failure: Failure }> {
  try {
    return { content: await api(getContent, { params: { short_id: shortId } }) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

async function fetchDescriptor(
  api: Api,
  { contentId, fileId, use }: PlaybackTarget,
): Promise<{ descriptor: PlaybackDescriptor } | { failure: Failure }> {
  try {
    return { descriptor: await api(getPlayback, { params: { a: contentId, b: fileId, c: use } }) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

type ApiError = Extract<Failure, { kind: 'api_error' }>

function reasonOf({ status }: ApiError): 'signed_out' | 'age' | 'other' {
  if (status === 401) return 'signed_out'
  return status === 451 ? 'age' : 'other'
}

/** Signing in and choosing a profile come back here; a kid goes to what it may see (spec §8). */
function elsewhere(
  failure: Failure,
  { here }: Asked,
  { language }: Translate<'player.place'>,
): PlaybackLoadResult {
  if (failure.kind !== 'api_error') return { kind: 'missing', status: 503 }
  if (failure.status === 451) return { kind: 'elsewhere', to: kidsPath(language) }
  if (failure.status !== 401) return { kind: 'missing', status: failure.status }
  if (failure.nextUrl) return { kind: 'elsewhere', to: failure.nextUrl }
  const isProfile = failure.result === 'profile_unauthorized'
  return { kind: 'elsewhere', to: (isProfile ? profilePath : loginPath)(here, language) }
}
