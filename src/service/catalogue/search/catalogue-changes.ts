/**
 * Reads the changes of titles or artists since an earlier read, in batches. A change is new if its transaction was not
 * visible to the earlier read; times alone are not sufficient, because transactions commit late.
 */
import { sql } from 'drizzle-orm'
import { TYPE_FILTERS } from '#src/contract/limits.ts'
import { HOUR_MS } from '#src/lib/text/milliseconds.ts'
import type { Database, Tx } from '../../platform/db/open.ts'

/** Rows per batch; processing them blocks the event loop. */
export const BATCH = 500
/** Maximum delay of a commit plus difference between clocks. Later changes wait for the next full read. */
const OVERLAP_MS = 60_000
/** Interval between full reads, in ms. */
export const FULL_READ_MS = HOUR_MS

/** State up to which the catalogue has been read. */
export type Mark = {
  /** Time of the last change in ms since 1970. */
  until: number
  /** Snapshot of the database: the transactions that were visible. */
  snapshot: string
}
type Row = {
  id: string
  text: string
  updatedAt: number
  isRemoved: boolean
}
export type TitleRow = Row & {
  type: string
  rank: number
  ageLimit: number | null
  /** Publication time in ms since 1970. */
  publishedAt: number
  /** Gregorian year. */
  year: number | null
  flags: string
  categoryIds: string
  countries: string
}
export type ArtistRow = Row

const SHARED = `id, search_text as "text", removed_at is not null as "isRemoved",
  (extract(epoch from updated_at) * 1000)::float8 as "updatedAt"`
const TITLES = `select ${SHARED}, type, rank, age_limit as "ageLimit", year,
  (extract(epoch from published_at) * 1000)::float8 as "publishedAt", array_to_string(flags, ' ') as flags,
  array_to_string(category_ids, ' ') as "categoryIds", array_to_string(countries, ' ') as countries
  from contents where type in (${TYPE_FILTERS.map(type => `'${type}'`).join(', ')})`
const ARTISTS = `select ${SHARED} from artists where true`

/** `snapshot`: the snapshot of the mark with which the read ends. */
export type Take = {
  titles: (rows: TitleRow[], snapshot: string) => Promise<void>
  artists: (rows: ArtistRow[], snapshot: string) => Promise<void>
}

/** Reads changes; reads everything if `mark` is null. @returns the mark to continue from */
export async function readCatalogue(
  db: Database,
  mark: Mark | null,
  now: () => number,
  take: Take,
): Promise<Mark> {
  const config = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  return db.transaction(async tx => {
    const { rows } = await tx.execute<{ snapshot: string }>(
      sql`select pg_current_snapshot()::text as snapshot`,
    )
    const snapshot = rows[0]?.snapshot ?? ''
    const titles = await eachBatch(tx, TITLES + changedSince(mark), (batch: TitleRow[]) =>
      take.titles(batch, snapshot),
    )
    const artists = await eachBatch(tx, ARTISTS + changedSince(mark), (batch: ArtistRow[]) =>
      take.artists(batch, snapshot),
    )
    const until = Math.max(mark?.until ?? 0, titles, artists)
    // Capped at our own time: a row from a clock ahead of ours would hide later changes by others.
    return { until: Math.min(until, now()), snapshot }
  }, config)
}

/** Row versions contain the lower half of a transaction's number. */
const TRANSACTION = `((pg_snapshot_xmax(pg_current_snapshot())::text::bigint & ~4294967295::bigint)
  | xmin::text::bigint)::text::xid8`

function changedSince(mark: Mark | null): string {
  if (!mark) return ''
  const from = new Date(Math.max(0, mark.until - OVERLAP_MS)).toISOString()
  const isOld = `pg_visible_in_snapshot(${TRANSACTION}, '${mark.snapshot}'::pg_snapshot)`
  return ` and updated_at >= '${from}'::timestamptz and not ${isOld}`
}

/**
 * Runs one query through a cursor and reads the next batch while one is processed.
 * @returns the time of the last change
 */
async function eachBatch<R extends Row>(
  tx: Tx,
  query: string,
  take: (rows: R[]) => Promise<void>,
): Promise<number> {
  await tx.execute(sql.raw(`declare search_rows no scroll cursor for ${query}`))
  const fetch = async () =>
    (await tx.execute(sql.raw(`fetch ${BATCH} from search_rows`))).rows as unknown as R[]
  let latest = 0
  let rows = await fetch()
  while (rows.length > 0) {
    const next = rows.length < BATCH ? Promise.resolve([]) : fetch()
    for (const { updatedAt } of rows) latest = Math.max(latest, updatedAt)
    // Both promises must settle before an error leaves the transaction.
    const [taken, fetched] = await Promise.allSettled([take(rows), next])
    if (taken.status === 'rejected') throw taken.reason
    if (fetched.status === 'rejected') throw fetched.reason
    rows = fetched.value
  }
  await tx.execute(sql.raw('close search_rows'))
  return latest
}
