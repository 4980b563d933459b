/**
 * Computes the rows of profiles on their home pages. A run for all profiles resumes where the last one stopped, so that
 * runs that end early do not always skip the same profiles.
 */
import { asc, inArray, sql } from 'drizzle-orm'
import { PERSONAL_ROWS } from '#src/contract/limits.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { similarIdsTo } from '../../catalogue/titles/similar.ts'
import { readFact, writeFact } from '../../platform/db/facts.ts'
import { inTransaction, type Tx } from '../../platform/db/open.ts'
import { profiles } from '../../platform/db/schema/profiles.ts'
import type { Deps } from '../../platform/deps.ts'
import { maxAgeOfType } from '../../platform/http/age-band.ts'

const BATCH = 100
/** Name of the stored cursor: the profile that the last run for all reached. */
const CURSOR = 'personal rows'

/**
 * Computes the rows of these profiles if they watched something recently. Repeated or concurrent runs give the same
 * result.
 */
export function computeRowsOfProfiles(deps: Deps, profileIds: readonly string[]): Promise<void> {
  return inTransaction(deps.db, tx => compute(deps, tx, profileIds))
}

/**
 * Computes the rows of all profiles that watched something recently.
 * @throws after the last profile, if some could not be computed
 */
export async function computePersonalRows(deps: Deps, signal?: AbortSignal): Promise<void> {
  const start = (await readFact(deps.db, CURSOR)) ?? ''
  let failed = 0
  for (const { from, to } of [
    { from: start, to: null },
    { from: '', to: start },
  ]) {
    let ids = await activeProfiles(deps, from, to)
    while (ids.length > 0) {
      if (signal?.aborted) return
      failed += await computeBatch(deps, ids)
      const last = ids.at(-1) ?? ''
      await writeFact(deps.db, CURSOR, last)
      ids = await activeProfiles(deps, last, to)
    }
  }
  if (failed > 0) throw new Error('The rows of some profiles could not be computed')
}

/** Computes profiles one by one if the batch fails. @returns the number of failed profiles */
async function computeBatch(deps: Deps, ids: readonly string[]): Promise<number> {
  const isDone = await computeRowsOfProfiles(deps, ids).then(
    () => true,
    () => false,
  )
  if (isDone) return 0
  const errors: unknown[] = []
  for (const id of ids) await computeRowsOfProfiles(deps, [id]).catch(error => errors.push(error))
  if (errors.length > 0)
    deps.log.error(
      { err: errors[0], failed: errors.length },
      'rows of profiles could not be computed',
    )
  return errors.length
}

/** Returns profiles in the order of their ids: after `from`, up to `to`. */
async function activeProfiles(deps: Deps, from: string, to: string | null): Promise<string[]> {
  const rows = await deps.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(
      sql`${profiles.id} > ${from} and (${to}::text is null or ${profiles.id} <= ${to}) and ${isActive(deps)}`,
    )
    .orderBy(asc(profiles.id))
    .limit(BATCH)
  return rows.map(({ id }) => id)
}

function isActive(deps: Deps) {
  const since = new Date(deps.now().getTime() - PERSONAL_ROWS.activeDays * DAY_MS).toISOString()
  return sql`exists (select from watched_titles w
    where w.profile_id = ${profiles.id} and w.last_watched_at > ${since}::timestamptz)`
}

async function compute(deps: Deps, tx: Tx, ids: readonly string[]): Promise<void> {
  // The lock prevents a profile's deletion before its rows are written, and makes two runs sequential.
  const active = await tx
    .select({ id: profiles.id, ageType: profiles.ageType })
    .from(profiles)
    .where(sql`${inArray(profiles.id, [...ids])} and ${isActive(deps)}`)
    .orderBy(asc(profiles.id))
    .for('no key update')
  if (active.length === 0) return
  const given = JSON.stringify(
    active.map(({ id, ageType }) => ({ id, max_age: maxAgeOfType(ageType) })),
  )
  const people = sql`jsonb_to_recordset(${given}::jsonb) as p(id text, max_age smallint)`
  await tx.execute(sql`delete from personal_rows r using ${people} where r.profile_id = p.id`)
  const now = sql`${deps.now().toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into personal_rows (profile_id, position, kind, reason_id, content_ids, computed_at)
    select p.id, 0, 'new_episodes', null, fresh.ids, ${now}
    from ${people} cross join lateral (select ${seriesWithNewEpisodes(now)} as ids) fresh
    where cardinality(fresh.ids) >= ${PERSONAL_ROWS.least.new_episodes}`)
  await tx.execute(sql`
    insert into personal_rows (profile_id, position, kind, reason_id, content_ids, computed_at)
    select p.id, recent.place, 'because', recent.title_id, near.ids, ${now}
    from ${people} cross join lateral ${lastWatched} recent
    cross join lateral (select ${similarIdsTo(sql`recent.title_id`, unwatched(now))} as ids) near
    where cardinality(near.ids) >= ${PERSONAL_ROWS.least.because}`)
}

const isAllowed = sql`(p.max_age is null or contents.age_limit <= p.max_age)`

/**
 * Returns series that the profile has started, with episodes published since it last watched them; the newest first.
 */
function seriesWithNewEpisodes(now: ReturnType<typeof sql>) {
  return sql`array(
    select contents.id from watched_titles w join contents on contents.id = w.title_id
    cross join lateral (
      select max(e.published_at) as at from contents e
      where e.series_id = w.title_id and e.type = 'episode' and e.removed_at is null
        and e.published_at > w.last_watched_at and e.published_at <= ${now}
        and (e.available_at is null or e.available_at <= ${now})
        and not exists (select from watch_history h where h.profile_id = p.id and h.content_id = e.id)
    ) episodes
    where w.profile_id = p.id and w.is_series and episodes.at is not null
      and contents.removed_at is null and ${isAllowed}
    order by episodes.at desc, contents.id limit ${PERSONAL_ROWS.items})`
}

/** True unless only the beginning was watched. A viewer who removed the position from "continue watching" has watched it. */
const isWatched = sql`coalesce((
  select bool_or(g.finished_at is not null
    or g.position_seconds >= least(${PERSONAL_ROWS.leastWatched.seconds}, g.duration_seconds * ${PERSONAL_ROWS.leastWatched.share}::float8))
  from watch_progress g where g.profile_id = p.id and coalesce(g.series_id, g.content_id) = w.title_id), true)`

/** Titles on which rows are based. */
const lastWatched = sql`(
  select w.title_id, row_number() over (order by w.last_watched_at desc, w.title_id) as place
  from watched_titles w join contents on contents.id = w.title_id
  where w.profile_id = p.id and contents.removed_at is null and ${isAllowed} and ${isWatched}
  order by w.last_watched_at desc, w.title_id limit ${PERSONAL_ROWS.reasons})`

function unwatched(now: ReturnType<typeof sql>) {
  return sql`${isAllowed} and (contents.available_at is null or contents.available_at <= ${now})
    and not exists (select from watched_titles seen where seen.profile_id = p.id and seen.title_id = contents.id)`
}
