/** A title as the player needs it: what to ask for, what to write over the picture, where Back leads. */
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
  /** short_id of the series, where there is one to choose episodes from. */
  seriesId: string | null
  backPath: string
  /** Opened by a ticket, whatever subscription there is. */
  needsTicket: boolean
  /** short_id of what its ticket is sold for: the title, or its series. */
  ticketId: string
  artist: string
  artwork: string | null
}

const FILES: Record<PlaybackTarget['use'], string[]> = {
  play: ['primary'],
  trailer: ['trailer', 'preview'],
  preview: ['preview', 'trailer'],
}

/** null where the title has no file of that use. */
export function playerPageOf(
  content: Content,
  descriptor: PlaybackDescriptor | null,
  use: PlaybackTarget['use'],
  t: Translate<'player.place'>,
): PlayerPage | null {
  const kind = FILES[use].find(name => content.video_files[name])
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
  place: { season: number; number: number } | null,
  t: Translate<'player.place'>,
) {
  return place ? t('player.place', { ...place, title }) : title
}
