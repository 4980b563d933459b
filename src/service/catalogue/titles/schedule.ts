/**
 * Titles appear and disappear by schedule. `removed_at` says whether a title is in the catalogue, for every list, page
 * and index; the schedule sets and clears it every minute. Requests for a single title and playback compare the times
 * themselves (access/in-time.ts).
 */
import { sql } from 'drizzle-orm'
import { isInTime, type Times } from '../../accounts/access/in-time.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { contents, isListedTitle } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { notifyInvalidationIn } from '../../platform/nodes/invalidation.ts'
import { bumpVersion } from './catalogue-cache.ts'

type GivenTimes = { published_at?: string | undefined; unpublish_at?: string | undefined }

/** Returns the times of an import line; without `published_at`, the title is published at `otherwise`. */
export function recordTimes({ published_at, unpublish_at }: GivenTimes, otherwise: Date): Times {
  return {
    publishedAt: published_at ? new Date(published_at) : otherwise,
    unpublishAt: unpublish_at ? new Date(unpublish_at) : null,
  }
}

/** Returns the times of an episode, limited to those of its series. */
export function partTimes(whole: Times, part: GivenTimes): Times {
  const { publishedAt, unpublishAt } = recordTimes(part, whole.publishedAt)
  const ends = [whole.unpublishAt, unpublishAt].flatMap(end => (end ? [end.getTime()] : []))
  return {
    publishedAt: new Date(Math.max(publishedAt.getTime(), whole.publishedAt.getTime())),
    unpublishAt: ends.length > 0 ? new Date(Math.min(...ends)) : null,
  }
}

/** Returns the columns of a title that no editor has removed. */
export function visibilityAt(times: Times, now: Date) {
  return isInTime(times, now)
    ? { removedAt: null, hiddenBySchedule: false }
    : { removedAt: now, hiddenBySchedule: true }
}

/** Ids of titles that left the catalogue, entered it, or have become playable. */
export type Applied = Record<'hidden' | 'published' | 'unpublished' | 'available', string[]>

/**
 * Applies all due changes and notifies every node with the commit. Any number of nodes may call it at once: each title
 * is changed by one of them.
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
    // A node of the previous version ignores the schedule; titles that it imported too early are hidden here.
    const ahead = sql`select id from contents where ${isListedTitle(contents)} and published_at > ${time}`
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

/** Above this number of changes, all pages are invalidated. */
const TAGS_MAX = 100

function tagsOf(ids: readonly string[]): string[] {
  return ids.length > TAGS_MAX ? ['*'] : ids.map(id => `content:${id}`)
}
