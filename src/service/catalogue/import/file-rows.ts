import type { ImportEpisode, ImportTitle } from '#src/contract/import.ts'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { parseDuration } from '#src/lib/text/duration.ts'
import type { videoFiles } from '../../platform/db/schema/catalogue.ts'
import type { Track } from '../../platform/db/schema/contents.ts'
import { stableId } from './identity.ts'

export type FileInsert = typeof videoFiles.$inferInsert
type Media = NonNullable<ImportTitle['media']>

const names = new Intl.DisplayNames(DEFAULT_LANGUAGE, { type: 'language', fallback: 'code' })

/** Returns the streams of a title and of its episodes. */
export function allFileRows(title: ImportTitle, now: Date): FileInsert[] {
  const episodes = (title.seasons ?? []).flatMap(season => season.episodes)
  return [
    ...fileRows(title, now),
    ...episodes.flatMap(episode => episodeFileRows(title, episode, now)),
  ]
}

/** Returns the streams of a title: the video itself and its trailer. */
function fileRows(title: ImportTitle, now: Date): FileInsert[] {
  const languages = { audio: title.audio_languages, captions: title.caption_languages }
  const duration = title.duration
  return [
    ...rowOf(title.external_id, 'primary', title.media, { ...languages, duration, now }),
    ...rowOf(title.external_id, 'trailer', title.trailer, { now }),
  ]
}

function episodeFileRows(
  title: ImportTitle,
  { external_id, media, duration }: ImportEpisode,
  now: Date,
): FileInsert[] {
  const languages = { audio: title.audio_languages, captions: title.caption_languages }
  return rowOf(external_id, 'primary', media, { ...languages, duration, now })
}

type About = { audio?: string[]; captions?: string[]; duration?: string; now: Date }

function rowOf(
  externalId: string,
  kind: 'primary' | 'trailer',
  media: Media | undefined,
  { audio = [], captions = [], duration, now }: About,
): FileInsert[] {
  if (!media) return []
  return [
    {
      id: stableId('file', `${externalId}:${kind}`),
      contentId: stableId('title', externalId),
      kind,
      mode: media.kind ?? 'vod',
      stream: media.stream,
      durationSeconds: duration ? parseDuration(duration) : null,
      introStart: media.intro?.start ?? null,
      introEnd: media.intro?.end ?? null,
      creditsAt: media.credits_at ?? null,
      audioTracks: audio.map(toTrack),
      captions: captions.map(toTrack),
      chapters: media.chapters ?? [],
      updatedAt: now,
    },
  ]
}

function toTrack(language: string): Track {
  try {
    return { language, title: names.of(language) ?? language }
  } catch {
    return { language, title: language }
  }
}
