/** Watch history of a demo subscriber and the views of the last week, so that the home page looks used. */
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { contentWatchDays, watchHistory, watchProgress } from '../../platform/db/schema/player.ts'
import { profiles } from '../../platform/db/schema/profiles.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { computeRowsOfProfiles } from '../../watching/library/compute-personal-rows.ts'
import { readDemoJson } from './catalogue.ts'

const Watched = z.object({
  account: z.string(),
  titles: z.array(
    z.object({
      external_id: z.string(),
      days_ago: z.number(),
      /** Share of the title that was watched; 1 means finished. */
      share: z.number().min(0).max(1),
    }),
  ),
  views_of_the_week: z.record(z.string(), z.number().int()),
})
type Watched = z.infer<typeof Watched>
type Title = { id: string; seriesId: string | null; seconds: number }

/** Can be repeated: existing rows are left as they are. */
export async function seedHistory(deps: Deps): Promise<void> {
  const watched = Watched.parse(await readDemoJson('watched.json'))
  const names = [
    ...watched.titles.map(title => title.external_id),
    ...Object.keys(watched.views_of_the_week),
  ]
  const titles = await titlesOf(deps, names)
  await seedWeek(deps, watched, titles)
  const [profile] = await deps.db
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(users.msisdn, watched.account), eq(profiles.isPrimary, true)))
  if (!profile) return
  await seedWatched(deps, profile.id, watched, titles)
  await computeRowsOfProfiles(deps, [profile.id])
}

async function titlesOf({ db }: Deps, names: string[]): Promise<Map<string | null, Title>> {
  const { id, seriesId, externalId } = contents
  const rows = await db
    .select({ externalId, id, seriesId, seconds: videoFiles.durationSeconds })
    .from(contents)
    .innerJoin(videoFiles, and(eq(videoFiles.contentId, id), eq(videoFiles.kind, 'primary')))
    .where(inArray(externalId, names))
  return new Map(rows.map(row => [row.externalId, { ...row, seconds: row.seconds ?? 0 }]))
}

async function seedWatched(
  { db, now }: Deps,
  profileId: string,
  { titles: watched }: Watched,
  titles: ReadonlyMap<string | null, Title>,
): Promise<void> {
  for (const { external_id, days_ago, share } of watched) {
    const title = titles.get(external_id)
    if (!title) continue
    const at = new Date(now().getTime() - days_ago * DAY_MS)
    const key = { profileId, contentId: title.id }
    await db
      .insert(watchHistory)
      .values({ ...key, firstWatchedAt: at, lastWatchedAt: at })
      .onConflictDoNothing()
    await db
      .insert(watchProgress)
      .values({
        ...key,
        seriesId: title.seriesId,
        updatedAt: at,
        positionSeconds: title.seconds * share,
        durationSeconds: title.seconds,
        finishedAt: share === 1 ? at : null,
      })
      .onConflictDoNothing()
  }
}

async function seedWeek(
  { db, now }: Deps,
  { views_of_the_week }: Watched,
  titles: ReadonlyMap<string | null, Title>,
): Promise<void> {
  const day = toWire(new Date(now().getTime() - DAY_MS)).slice(0, 10)
  const rows = Object.entries(views_of_the_week).flatMap(([name, views]) => {
    const title = titles.get(name)
    return title ? [{ contentId: title.id, day, views, seconds: views * title.seconds }] : []
  })
  if (rows.length > 0) await db.insert(contentWatchDays).values(rows).onConflictDoNothing()
}
