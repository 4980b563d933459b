/** Content of the player page for a title: what to play, its texts, and the target of Back. */
import type { Content } from '#src/contract/content.ts'
import type { Lettering } from '#src/contract/fields.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { pictureUrl } from '../catalogue/picture.ts'
import { type ActionTitle, toActionTitle } from '../catalogue/primary-action.ts'
import type { Translate } from '../i18n/translate.ts'
import { contentPath, playPath } from '../routes.ts'
import type { PlaybackTarget } from './playback-session.ts'

export interface PlayerPage {
  shortId: string
  target: PlaybackTarget
  descriptor: PlaybackDescriptor | null
  title: string
  lettering: Lettering | null
  subtitle: string
  /** `short_id` of the series if there are episodes to choose from. */
  seriesId: string | null
  backPath: string
  /** Facts for the action that unlocks the title if playback is denied. */
  action: ActionTitle
  /** Null during playback, and if the title has no trailer. */
  trailerPath: string | null
  artist: string
  artwork: string | null
}

/** Kinds of files for each use, the preferred one first. */
const FILE_KINDS: Record<PlaybackTarget['use'], string[]> = {
  play: ['primary'],
  trailer: ['trailer', 'preview'],
  preview: ['preview', 'trailer'],
}

/** Returns the page; null if the title has no file for this use. */
export function createPlayerPage(
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
    lettering: content.lettering_image ?? null,
    subtitle: series ? episodeTitle(content.title, episode ?? null, t) : '',
    seriesId: series?.short_id ?? null,
    backPath: contentPath(series ?? content, t.language),
    action: toActionTitle(content),
    trailerPath:
      use === 'play' && content.video_files.trailer
        ? `${playPath(content, t.language)}?trailer=1`
        : null,
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
