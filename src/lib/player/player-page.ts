/** What the player page shows for a title: what to play, its texts, and where Back leads. */
import type { Content } from '#src/contract/content.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { pictureUrl } from '../catalogue/picture.ts'
import type { Translate } from '../i18n/translate.ts'
import { contentPath } from '../routes.ts'
import type { PlaybackTarget } from './playback-session.ts'

export interface PlayerPage {
  shortId: string
  target: PlaybackTarget
  descriptor: PlaybackDescriptor | null
  title: string
  subtitle: string
  /** short_id of the series, where there are episodes to choose from. */
  seriesId: string | null
  backPath: string
  /** Needs a ticket, whatever the subscription. */
  needsTicket: boolean
  /** short_id of the title that the ticket is sold for: this one, or its series. */
  ticketId: string
  artist: string
  artwork: string | null
}

/** Kinds of files for each use, the preferred one first. */
const FILE_KINDS: Record<PlaybackTarget['use'], string[]> = {
  play: ['primary'],
  trailer: ['trailer', 'preview'],
  preview: ['preview', 'trailer'],
}

/** null where the title has no file for this use. */
export function playerPageOf(
  content: Content,
  descriptor: PlaybackDescriptor | null,
  use: PlaybackTarget['use'],
  t: Translate<'player.episodeTitle'>,
): PlayerPage | null {
  const kind = FILE_KINDS[use].find(name => content.video_files[name])
  const file = kind ? content.video_files[kind] : undefined
  if (!file) return null
  const { series, episode } = content
  return {
    shortId: content.short_id,
    target: { contentId: content.id, fileId: file.video_file_id, use },
    descriptor,
    title: series?.title ?? content.title,
    subtitle: series ? episodeTitle(content.title, episode ?? null, t) : '',
    seriesId: series?.short_id ?? null,
    backPath: contentPath(series ?? content, t.language),
    needsTicket: content.flag.includes('content_has_ticket'),
    ticketId: content.ticket ? content.short_id : (series?.short_id ?? content.short_id),
    artist: series ? content.title : '',
    artwork: content.poster_image ? pictureUrl(content.poster_image, 'poster', '') : null,
  }
}

function episodeTitle(
  title: string,
  episode: { season: number; number: number } | null,
  t: Translate<'player.episodeTitle'>,
) {
  return episode ? t('player.episodeTitle', { ...episode, title }) : title
}
