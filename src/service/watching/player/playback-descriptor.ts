/** The playback descriptor of a file: its signed manifest URL and everything the player shows with it. */

import type { Language } from '#src/contract/fields.ts'
import { pickTranslation } from '#src/contract/languages.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { mediaLink } from '../../platform/adapters/media/media-link.ts'
import type { StreamDescription, StreamStore } from '../../platform/adapters/media/stream-store.ts'
import { signStream } from '../../platform/adapters/media/stream-token.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ContentFile } from './file-to-play.ts'

export interface SignedStream {
  /** Returns the URL of a file of the stream, with its token. */
  url(file: string): string
  expiresAt: Date
  expiresIn: number
}

/**
 * Signs the URL of a stream. With MEDIA_BASE_URL and MEDIA_SECRET the media server gets a link that it verifies. It
 * never sees the viewer's session, so anyone with the link can play until it expires. Other streams, and generated
 * ones, come from the site.
 * @param bearer the access token to which a URL of the site is bound; null lets anyone with the URL play
 * @param isPublic everybody may play the stream, so a link to it may live longer
 */
export function signStreamUrl(
  { env, key, now }: Pick<Deps, 'env' | 'key' | 'now'>,
  stream: string,
  {
    source,
    isChannel,
    isMade,
  }: Partial<Pick<StreamDescription, 'source' | 'isChannel' | 'isMade'>>,
  bearer: string | null,
  isPublic = bearer === null,
): SignedStream {
  const seconds = Math.floor(now().getTime() / 1_000)
  const { MEDIA_BASE_URL, MEDIA_SECRET } = env
  if (MEDIA_BASE_URL && MEDIA_SECRET && source === undefined && !isChannel && !isMade) {
    const life = isPublic ? PLAYBACK.urlSeconds : PLAYBACK.mediaServerSeconds
    const { path, expiresAt } = mediaLink(MEDIA_SECRET, stream, seconds, life)
    return signedStream(`${MEDIA_BASE_URL}${path}`, seconds, expiresAt)
  }
  const expiresAt = seconds + PLAYBACK.urlSeconds
  const token = signStream(key('media'), { stream, bearer, expiresAt })
  return signedStream(`/media/s/${token}/${stream}`, seconds, expiresAt)
}

export function signedStream(base: string, now: number, expiresAt: number): SignedStream {
  return {
    url: file => `${base}/${file}`,
    expiresAt: new Date(expiresAt * 1_000),
    expiresIn: expiresAt - now,
  }
}

/** Describes a stream. @throws ApiError `not_found` if the stream does not exist */
export async function describeStream(
  deps: Deps,
  store: StreamStore,
  { stream, mode }: ContentFile['file'],
): Promise<StreamDescription> {
  const description = await store.describe(stream)
  if (description) return description
  if (!deps.env.MEDIA_BASE_URL || !deps.env.MEDIA_SECRET) throw new ApiError('not_found')
  return { kind: mode, manifest: 'master.m3u8', duration: null, audio: [], captions: [] }
}

type ViewerFields = 'start_at' | 'next' | 'advert' | 'lease_id'

export function createPlaybackDescriptor(
  deps: Deps,
  { file }: ContentFile,
  description: StreamDescription,
  signed: SignedStream,
  language: Language,
): Omit<PlaybackDescriptor, ViewerFields> {
  const { introStart, introEnd } = file
  const intro =
    introStart !== null && introEnd !== null
      ? { start: introStart, end: introEnd }
      : (description.intro ?? null)
  return {
    manifest_url: signed.url(description.manifest),
    expires_at: toWire(signed.expiresAt),
    expires_in: signed.expiresIn,
    kind: file.mode,
    duration: file.durationSeconds ?? description.duration,
    audio_tracks: file.audioTracks,
    captions: file.captions,
    thumbnails_url: description.thumbnails ? signed.url(description.thumbnails) : null,
    intro,
    credits_at: file.creditsAt ?? description.credits_at ?? null,
    chapters: chaptersOf(file, description, language),
    drm: drmOf(deps),
  }
}

function chaptersOf(file: ContentFile['file'], description: StreamDescription, language: Language) {
  if (file.chapters.length === 0) return description.chapters ?? []
  return file.chapters.map(({ title, start }) => ({
    title: pickTranslation(title, language) ?? '',
    start,
  }))
}

export function hasDrm(deps: Deps): boolean {
  return drmOf(deps) !== null
}

/** Returns the configured DRM licence servers; null for streams without DRM. */
function drmOf({ env }: Deps): PlaybackDescriptor['drm'] {
  const systems: NonNullable<PlaybackDescriptor['drm']> = {}
  if (env.WIDEVINE_LICENSE_URL) {
    systems['com.widevine.alpha'] = { license_url: env.WIDEVINE_LICENSE_URL }
  }
  if (env.FAIRPLAY_LICENSE_URL) {
    systems['com.apple.fps'] = {
      license_url: env.FAIRPLAY_LICENSE_URL,
      ...(env.FAIRPLAY_CERTIFICATE_URL && { certificate_url: env.FAIRPLAY_CERTIFICATE_URL }),
    }
  }
  return Object.keys(systems).length > 0 ? systems : null
}
