/** The last refused playbacks of a user, for the question why a person could not watch. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AccessReason } from '#src/contract/access.ts'
import { translationColumns } from '../../platform/db/localized.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { playbackRefusals } from '../../platform/db/schema/player.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'

/** Number of refusals that are kept for a user. */
const KEPT = 50

export type RefusalReason = AccessReason | 'stream_limit'

/** Counts a refusal. A client that asks for every title replaces the older refusals of its own user only. */
export async function noteRefusal(
  { db, now }: Deps,
  { userId, profile }: Pick<Viewer, 'userId' | 'profile'>,
  contentId: string,
  reason: RefusalReason,
): Promise<void> {
  const [at, profileId] = [now(), profile?.id ?? null]
  await db.execute(sql`
    with noted as (
      insert into playback_refusals as r (user_id, content_id, reason, profile_id, last_at)
      values (${userId}, ${contentId}, ${reason}, ${profileId}, ${at})
      on conflict (user_id, content_id, reason) do update
        set times = r.times + 1, last_at = excluded.last_at, profile_id = excluded.profile_id)
    delete from playback_refusals
    where user_id = ${userId} and (content_id, reason) <> (${contentId}, ${reason}) and last_at < (
      select last_at from playback_refusals where user_id = ${userId} order by last_at desc limit 1 offset ${KEPT - 1})`)
}

export type RefusalRow = Awaited<ReturnType<typeof listRefusals>>[number]

const series = alias(contents, 'series')

/** Returns the newest refusals of a user, of one title if `contentId` is given. Those of an episode belong to its series too. */
export function listRefusals(
  db: Queryable,
  { userId, contentId, count }: { userId: string; contentId?: string; count: number },
) {
  return db
    .select({
      content: contents.externalId,
      ...translationColumns(contents, 'title'),
      /** The title of the series of an episode. */
      series: translationColumns(series, 'title'),
      reason: sql<RefusalReason>`${playbackRefusals.reason}`,
      profileId: playbackRefusals.profileId,
      times: playbackRefusals.times,
      lastAt: playbackRefusals.lastAt,
    })
    .from(playbackRefusals)
    .innerJoin(contents, eq(contents.id, playbackRefusals.contentId))
    .leftJoin(series, eq(series.id, contents.seriesId))
    .where(
      and(
        eq(playbackRefusals.userId, userId),
        contentId
          ? sql`${contentId} in (${contents.id}, ${contents.seriesId}, ${contents.seasonId})`
          : undefined,
      ),
    )
    .orderBy(desc(playbackRefusals.lastAt))
    .limit(count)
}
