/** Sets the schedule of a title without importing its line again. */
import { eq, or, sql } from 'drizzle-orm'
import { LANGUAGES, type Language } from '#src/contract/languages.ts'
import { isInTime } from '../../accounts/access/in-time.ts'
import { inTransaction, type Tx } from '../../platform/db/open.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { bumpVersion } from './catalogue-cache.ts'
import { visibilityAt } from './schedule.ts'

/** An omitted time is kept; null removes it. */
export type NewTimes = {
  publishedAt?: Date
  unpublishAt?: Date | null
  availableAt?: Date | null
}
type Scheduled = {
  id: string
  publishedAt: Date
  unpublishAt: Date | null
  availableAt: Date | null
  /** True if the title is in the catalogue now. */
  isPublished: boolean
}
/** The title would leave the catalogue before it is published. */
export type ScheduleConflict = { publishedAt: Date; unpublishAt: Date }
export type ScheduleFailure = 'no_title' | 'removed' | { conflict: ScheduleConflict }
type Title = typeof contents.$inferSelect

/** Schedules a film, a series with all its parts, or an episode, by external_id or short_id. */
export async function scheduleTitle(
  deps: Pick<Deps, 'db' | 'databaseNow' | 'invalidate'>,
  name: string,
  times: NewTimes,
): Promise<Scheduled | ScheduleFailure> {
  const outcome = await inTransaction(deps.db, async tx => {
    const [title] = await tx
      .select()
      .from(contents)
      .where(or(eq(contents.externalId, name), eq(contents.shortId, name)))
      .for('update')
    if (!title) return 'no_title' as const
    if (title.removedAt && !title.hiddenBySchedule) return 'removed' as const
    const now = await deps.databaseNow(tx)
    const next = {
      publishedAt: times.publishedAt ?? title.publishedAt,
      unpublishAt: times.unpublishAt === undefined ? title.unpublishAt : times.unpublishAt,
      availableAt: times.availableAt === undefined ? title.availableAt : times.availableAt,
    }
    const { publishedAt, unpublishAt } = next
    if (unpublishAt && unpublishAt <= publishedAt) return { conflict: { publishedAt, unpublishAt } }
    const flags = flagsAt(title, next.availableAt, now)
    await tx
      .update(contents)
      .set({ ...next, ...visibilityAt(next, now), flags, updatedAt: now })
      .where(eq(contents.id, title.id))
    await moveParts(tx, title, next, now)
    await bumpVersion(tx)
    return { id: title.id, ...next, isPublished: isInTime(next, now) }
  })
  if (typeof outcome !== 'string' && !('conflict' in outcome))
    await deps.invalidate(['catalogue', `content:${outcome.id}`])
  return outcome
}

/** Updates `coming_soon` to match the date; a title without a date keeps its flag. */
function flagsAt({ flags, availableAt }: Title, next: Date | null, now: Date): string[] {
  const others = flags.filter(flag => flag !== 'coming_soon')
  if (next) return next > now ? [...others, 'coming_soon'] : others
  return availableAt ? others : flags
}

/** Parts with the times of their series get the new times; others stay within them. */
async function moveParts(
  tx: Tx,
  old: Title,
  { publishedAt, unpublishAt }: Pick<Scheduled, 'publishedAt' | 'unpublishAt'>,
  now: Date,
): Promise<void> {
  const at = (date: Date | null) => sql`${date?.toISOString() ?? null}::timestamptz`
  const isSame = sql`published_at <= ${at(old.publishedAt)}`
  const from = sql`case when ${isSame} then ${at(publishedAt)} else greatest(published_at, ${at(publishedAt)}) end`
  // `least` ignores nulls.
  const until = sql`case when unpublish_at is not distinct from ${at(old.unpublishAt)} then ${at(unpublishAt)}
    else least(unpublish_at, ${at(unpublishAt)}) end`
  const parts = sql`(series_id = ${old.id} or season_id = ${old.id}) and (removed_at is null or hidden_by_schedule)`
  await tx.execute(
    sql`update contents set published_at = ${from}, unpublish_at = ${until} where ${parts}`,
  )
  const isOut = sql`(published_at > ${at(now)} or unpublish_at <= ${at(now)})`
  await tx.execute(sql`update contents set updated_at = ${at(now)},
    removed_at = case when ${isOut} then ${at(now)} end, hidden_by_schedule = coalesce(${isOut}, false) where ${parts}`)
}

export type Coming = {
  at: Date
  what: 'publish' | 'available' | 'unpublish'
  externalId: string | null
  titles: Partial<Record<Language, string | null>>
}
const MOST = 500
type Row = Pick<Coming, 'what' | 'titles'> & { at: string; external_id: string | null }
const titles = sql.raw(
  `json_build_object(${LANGUAGES.map(language => `'${language}', t.title_${language}`).join(', ')})`,
)

/** Returns what the schedule will change, the next change first; parts of a series only if they have their own time. */
export async function listScheduledChanges({
  db,
  databaseNow,
}: Pick<Deps, 'db' | 'databaseNow'>): Promise<Coming[]> {
  const now = (await databaseNow(db)).toISOString()
  const { rows } = await db.execute<Row>(sql`
    select next.at, next.what, t.external_id, ${titles} as titles
    from contents t
    left join contents series on series.id = t.series_id
    cross join lateral (values
      ('publish', t.published_at, series.published_at),
      ('available', t.available_at, series.available_at),
      ('unpublish', t.unpublish_at, series.unpublish_at)) as next(what, at, whole)
    where (t.removed_at is null or t.hidden_by_schedule) and next.at > ${now}::timestamptz
      and (t.series_id is null or next.at is distinct from next.whole) and t.type <> 'season_of_series'
    order by next.at, t.id limit ${MOST}`)
  return rows.map(row => ({
    at: new Date(row.at),
    what: row.what,
    externalId: row.external_id,
    titles: row.titles,
  }))
}
