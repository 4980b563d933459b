/** The file of a playback with everything that decides about access to it, read in the statement that looks up the session. */
import { sql } from 'drizzle-orm'
import {
  accessColumns,
  accessTitleOf,
  type ReadAccess,
  type TitleColumns,
} from '../../accounts/access/access.queries.ts'
import type { Existence } from '../../accounts/access/in-time.ts'
import { requireExisting } from '../../accounts/access/visible-content.ts'
import {
  entitlementColumns,
  type UserEntitlements,
} from '../../commerce/entitlements/entitlements.ts'
import type { videoFiles } from '../../platform/db/schema/catalogue.ts'
import type { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import type { SessionRead } from '../../platform/http/session-read.ts'

type FileColumns = Pick<
  typeof videoFiles.$inferSelect,
  | 'kind'
  | 'mode'
  | 'stream'
  | 'durationSeconds'
  | 'introStart'
  | 'introEnd'
  | 'creditsAt'
  | 'audioTracks'
  | 'captions'
  | 'chapters'
>
type ContentColumns = Pick<
  typeof contents.$inferSelect,
  'id' | 'seriesId' | 'seasonNumber' | 'episodeNumber'
>
export type FileRow = FileColumns &
  ContentColumns &
  Existence &
  TitleColumns &
  UserEntitlements & {
    /** The profile's position in seconds; null if it has not played the title. */
    position: number | null
  }

/** A file with its title. */
export type ContentFile = {
  file: FileColumns
  content: ContentColumns
  access: ReadAccess
  savedPosition: number
}

/** The file of the path's parameters `id` and `fileId`; no row if it does not belong to the title. */
export const FILE_TO_PLAY: SessionRead<FileRow> = {
  name: 'session with a file to play',
  row: () => {
    const time = sql`${sql.placeholder('now')}::timestamptz`
    return sql`select f.kind, f.mode, f.stream, f.duration_seconds as "durationSeconds", f.intro_start as "introStart",
        f.intro_end as "introEnd", f.credits_at as "creditsAt", f.audio_tracks as "audioTracks", f.captions, f.chapters,
        contents.id, contents.series_id as "seriesId", contents.season_number as "seasonNumber",
        contents.episode_number as "episodeNumber", contents.removed_at as "removedAt",
        contents.hidden_by_schedule as "hiddenBySchedule", contents.published_at as "publishedAt",
        contents.unpublish_at as "unpublishAt", ${accessColumns}, ${entitlementColumns(sql`caller.user_id`, time)},
        (select w.position_seconds from watch_progress w
          where w.profile_id = caller.profile_id and w.content_id = contents.id) as position
      from video_files f join contents on contents.id = f.content_id
      where f.id = ${sql.placeholder('fileId')} and contents.id = ${sql.placeholder('contentId')}`
  },
  values: ({ params, now }) => ({ contentId: params.id, fileId: params.fileId, now }),
}

/** @throws ApiError not_found, gone */
export function requireFile(deps: Deps, row: FileRow | null): ContentFile {
  const found = requireExisting(row ?? undefined, deps.now())
  const { subscription, carrier, tickets } = found
  return {
    file: found,
    content: found,
    access: { title: accessTitleOf(found, deps.now()), owned: { subscription, carrier, tickets } },
    savedPosition: found.position ?? 0,
  }
}
