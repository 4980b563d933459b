/** Watch history and progress rows, as playback writes them. */
import { eq } from 'drizzle-orm'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { watchHistory, watchProgress } from '#src/service/platform/db/schema/player.ts'
import type { Person } from './people.ts'
import type { TestService } from './service.ts'

export async function contentId({ deps }: TestService, externalId: string): Promise<string> {
  const [row] = await deps.db
    .select({ id: contents.id })
    .from(contents)
    .where(eq(contents.externalId, externalId))
  if (!row) throw new Error(`title ${externalId} does not exist`)
  return row.id
}

export type Watch = { seconds: number; of?: number; finished?: boolean }

/** Writes a watch row. It advances the clock by a minute first, so that each call is newer than the previous one. */
export async function watches(
  service: TestService,
  { profileId }: Person,
  externalId: string,
  { seconds, of = 6_000, finished = false }: Watch,
): Promise<string> {
  const { deps, clock } = service
  clock.advance({ minutes: 1 })
  const now = deps.now()
  const id = await contentId(service, externalId)
  const [title] = await deps.db.select().from(contents).where(eq(contents.id, id))
  await deps.db.insert(watchProgress).values({
    profileId,
    contentId: id,
    seriesId: title?.seriesId ?? null,
    positionSeconds: seconds,
    durationSeconds: of,
    finishedAt: finished ? now : null,
    updatedAt: now,
  })
  await deps.db
    .insert(watchHistory)
    .values({ profileId, contentId: id, firstWatchedAt: now, lastWatchedAt: now })
  return id
}
