/**
 * Titles that come and go at their times. `removed_at` says whether a title is in the catalogue, for every list, page and index; the schedule
 * sets and clears it at the minute. What is asked for by its address or played is compared with the times themselves (access/in-time.ts).
 */
import { sql } from 'drizzle-orm'
import { isInTime, type Times } from '../access/in-time.ts'
import { inTransaction } from '../db/open.ts'
import { contents, listed } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { notifyInvalidationIn } from '../nodes/invalidation.ts'
import { bumpVersion } from './version-cache.ts'

type GivenTimes = { published_at?: string | undefined; unpublish_at?: string | undefined }

/** Of a line of the import; without `published_at` it is published at `otherwise`. */
export function timesOf({ published_at, unpublish_at }: GivenTimes, otherwise: Date): Times {
  return {
    publishedAt: published_at ? new Date(published_at) : otherwise,
    unpublishAt: unpublish_at ? new Date(unpublish_at) : null,
  }
}

/** Of an episode: never before its series is there, nor after it has gone. */
export function partTimes(whole: Times, part: GivenTimes): Times {
  const { publishedAt, unpublishAt } = timesOf(part, whole.publishedAt)
  const ends = [whole.unpublishAt, unpublishAt].flatMap(end => (end ? [end.getTime()] : []))
  return {
    publishedAt: new Date(Math.max(publishedAt.getTime(), whole.publishedAt.getTime())),
    unpublishAt: ends.length > 0 ? new Date(Math.min(...ends)) : null,
  }
}

/** The columns of a title that no editor has removed. */
export function visibilityAt(times: Times, now: Date) {
  return isInTime(times, now)
    ? { removedAt: null, hiddenBySchedule: false }
    : { removedAt: now, hiddenBySchedule: true }
}

/** Ids of what left the catalogue, entered it, or can be played from now on. */
export type Applied = Record<'hidden' | 'published' | 'unpublished' | 'available', string[]>

/**
 * Brings the catalogue up to its times, and tells every node with the commit. Any number of nodes may call it at once: each title is
 * changed by one of them.
 */
export async function applySchedule(deps: Pick<Deps, 'db' | 'databaseNow'>): Promise<Applied> {
  return inTransaction(deps.db, async tx => {
    const now = (await deps.databaseNow(tx)).toISOString()
    const time = sql`${now}::timestamptz`
    const change = async (set: ReturnType<typeof sql>, where: ReturnType<typeof sql>) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        update contents set ${set}, updated_at = ${time} where id in (
          select id from contents where ${where} order by id for update skip locked)
        returning id`)
      return rows.map(({ id }) => id)
    }
    // A node of the version before knows no schedule: what it imported ahead of its time is hidden here.
    const ahead = sql`select id from contents where ${listed(contents)} and published_at > ${time}`
    const hidden = sql`(id in (${ahead}) or series_id in (${ahead}))`
    const applied = {
      hidden: await change(
        sql`removed_at = ${time}, hidden_by_schedule = true`,
        sql`removed_at is null and ${hidden}`,
      ),
      published: await change(
        sql`removed_at = null, hidden_by_schedule = false`,
        sql`hidden_by_schedule and published_at <= ${time} and (unpublish_at is null or unpublish_at > ${time})`,
      ),
      unpublished: await change(
        sql`removed_at = unpublish_at, hidden_by_schedule = true`,
        sql`removed_at is null and unpublish_at <= ${time}`,
      ),
      available: await change(
        sql`flags = array_remove(flags, 'coming_soon')`,
        sql`available_at <= ${time} and 'coming_soon' = any(flags)`,
      ),
    }
    const ids = Object.values(applied).flat()
    if (ids.length === 0) return applied
    await bumpVersion(tx)
    await notifyInvalidationIn(tx, ['catalogue', ...tagsOf(ids)])
    return applied
  })
}

/** With more than this all pages are invalidated. */
const TAGS_MAX = 100

function tagsOf(ids: readonly string[]): string[] {
  return ids.length > TAGS_MAX ? ['*'] : ids.map(id => `content:${id}`)
}
