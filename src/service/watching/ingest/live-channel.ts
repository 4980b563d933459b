/** Turns a title into a live channel, or back. The recorder of the nodes does the rest (service/watching/live). */
import { and, eq, sql } from 'drizzle-orm'
import { bumpVersion } from '../../catalogue/titles/catalogue-cache.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { newId } from '../../platform/ids.ts'
import { type Channel, liveStreamKey } from '../live/channels.queries.ts'

const FLAGS = ['live', 'playable'] as const
const flag = (name: string) => sql`${name}::text`

/** Makes the channel the video of the title. */
export async function playChannel(
  db: Queryable,
  { id, contentId }: Pick<Channel, 'id' | 'contentId'>,
) {
  const said = {
    stream: liveStreamKey(id),
    mode: 'live' as const,
    durationSeconds: null,
    chapters: [],
    introStart: null,
    introEnd: null,
    creditsAt: null,
    storyboardPath: null,
    audioTracks: [],
    captions: [],
    updatedAt: sql`now()`,
  }
  await db
    .insert(videoFiles)
    .values({ id: newId(), contentId, kind: 'primary', ...said })
    .onConflictDoUpdate({ target: [videoFiles.contentId, videoFiles.kind], set: said })
  const flags = FLAGS.map(flag)
  await db
    .update(contents)
    .set({
      isLive: true,
      durationSeconds: null,
      updatedAt: sql`now()`,
      flags: sql`(select array_agg(distinct name) from unnest(${contents.flags} || array[${sql.join(flags, sql`, `)}]) name)`,
    })
    .where(eq(contents.id, contentId))
  await bumpVersion(db)
}

/** Removes the channel; the title remains without a video. */
export async function endChannel(
  db: Queryable,
  { id, contentId }: Pick<Channel, 'id' | 'contentId'>,
) {
  await db
    .delete(videoFiles)
    .where(and(eq(videoFiles.contentId, contentId), eq(videoFiles.stream, liveStreamKey(id))))
  await db
    .update(contents)
    .set({
      isLive: false,
      updatedAt: sql`now()`,
      flags: sql`array_remove(array_remove(${contents.flags}, 'live'), 'playable')`,
    })
    .where(eq(contents.id, contentId))
  await bumpVersion(db)
}
