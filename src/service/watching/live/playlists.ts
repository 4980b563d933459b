/** Playlists of a channel for viewers, built from the recorded segments. */
import { LRUCache } from 'lru-cache'
import { PLAYBACK } from '#src/contract/limits.ts'
import type { LivePlaylists } from '../../platform/adapters/media/live-source.ts'
import { mediaLink } from '../../platform/adapters/media/media-link.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import {
  type Channel,
  findChannelById,
  LIVE_MANIFEST,
  liveStreamKey,
  parseChannelId,
} from './channels.queries.ts'
import { windowStart } from './record.ts'
import { type RenditionKey, type Segment, segmentsSince } from './segments.queries.ts'

/** Lifetime of a playlist, which all viewers on a node share. */
const SHARED = { max: 1_000, ttl: 1_000 }
const DESCRIPTION = {
  kind: 'live' as const,
  manifest: LIVE_MANIFEST,
  duration: null,
  audio: [],
  captions: [],
  isChannel: true,
}

export function createLivePlaylists({
  db,
  now,
  env,
}: Pick<Deps, 'db' | 'now' | 'env'>): LivePlaylists {
  const channels = new LRUCache<string, { channel: Channel | null }>({
    ...SHARED,
    fetchMethod: async id => ({ channel: await findChannelById(db, id) }),
  })
  const texts = new LRUCache<string, { text: string | null }>({
    ...SHARED,
    fetchMethod: async key => {
      const [channelId = '', ...file] = key.split('/')
      return { text: await make(channelId, file.join('/')) }
    },
  })

  async function find(stream: string): Promise<Channel | null> {
    const id = parseChannelId(stream)
    return id === null ? null : ((await channels.fetch(id))?.channel ?? null)
  }

  /** @throws ApiError `unavailable` before the first segment */
  async function make(channelId: string, file: string): Promise<string | null> {
    const channel = await find(liveStreamKey(channelId))
    if (!channel) return null
    if (file === LIVE_MANIFEST) return channel.manifest
    const rendition = channel.renditions.find(({ name }) => file === `${name}/index.m3u8`)
    if (!rendition) return null
    const key = { channelId, rendition: rendition.name }
    const segments = await segmentsSince(db, key, windowStart(now()))
    if (segments.length === 0)
      throw new ApiError('unavailable', { retryAfter: channel.targetSeconds })
    return mediaPlaylist(segments, channel.targetSeconds, folderOf(key))
  }

  /**
   * Returns the folder of the segments: a signed link of the media server if there is one, else the folder of the
   * playlist.
   */
  function folderOf({ channelId, rendition }: RenditionKey): string {
    const { MEDIA_BASE_URL, MEDIA_SECRET } = env
    if (!MEDIA_BASE_URL || !MEDIA_SECRET) return ''
    const seconds = Math.floor(now().getTime() / 1_000)
    const life = PLAYBACK.mediaServerSeconds
    const { path } = mediaLink(MEDIA_SECRET, liveStreamKey(channelId), seconds, life)
    return `${MEDIA_BASE_URL}${path}/${rendition}/`
  }

  return {
    describe: async stream => ((await find(stream)) ? DESCRIPTION : null),
    async playlist(stream, file) {
      const channelId = parseChannelId(stream)
      if (channelId === null) return null
      return (await texts.fetch(`${channelId}/${file}`))?.text ?? null
    },
  }
}

/** Builds a media playlist. The date is included if it does not follow from the previous segment. */
export function mediaPlaylist(
  segments: readonly Segment[],
  targetSeconds: number,
  folder: string,
): string {
  const longest = Math.max(targetSeconds, ...segments.map(({ seconds }) => Math.round(seconds)))
  const [first] = segments
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:8',
    `#EXT-X-TARGETDURATION:${longest}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first?.discontinuities ?? 0}`,
  ]
  let before: Segment | undefined
  for (const segment of segments) {
    lines.push(...linesOf(segment, before, folder))
    before = segment
  }
  return `${lines.join('\n')}\n`
}

function linesOf(segment: Segment, before: Segment | undefined, folder: string): string[] {
  const { discontinuities, initFile, isMissing, seconds, startsAt, file } = segment
  const isBreak = before !== undefined && before.discontinuities !== discontinuities
  return [
    ...(isBreak ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(initFile !== null && (isBreak || before?.initFile !== initFile)
      ? [`#EXT-X-MAP:URI="${folder}${initFile}"`]
      : []),
    ...(isBreak || !before ? [`#EXT-X-PROGRAM-DATE-TIME:${startsAt.toISOString()}`] : []),
    ...(isMissing ? ['#EXT-X-GAP'] : []),
    `#EXTINF:${seconds.toFixed(3)},`,
    `${folder}${file}`,
  ]
}
