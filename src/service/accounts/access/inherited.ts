/** SQL for flags and ratings that episodes and seasons inherit from their season and series. The query must not alias `contents`. */
import { sql } from 'drizzle-orm'
import type { Flag } from '#src/contract/content.ts'
import { isInCatalogue } from './in-time.ts'

/** Flags of a series or season that also apply to its parts. */
export const INHERITED_FLAGS = [
  'free_content',
  'carrier_specific',
  'coming_soon',
  'content_has_ticket',
  'iran_access',
] as const satisfies readonly Flag[]
export type InheritedFlag = (typeof INHERITED_FLAGS)[number]

const flagList = sql.raw(INHERITED_FLAGS.map(flag => `'${flag}'`).join(', '))
const parents = sql.raw('contents above where above.id in (contents.series_id, contents.season_id)')

/** The strictest age rating of the title and its parents; null if none is rated. */
export const effectiveAge = sql<
  number | null
>`(case when contents.series_id is null then contents.age_limit
  else greatest(contents.age_limit, (select max(above.age_limit) from ${parents})) end)`

/** Own flags, then inherited ones. */
export const effectiveFlags = sql<
  string[]
>`(case when contents.series_id is null then contents.flags
  else contents.flags || array(select distinct flag from (select above.flags from ${parents}) as above(flags),
    unnest(above.flags) as flag where flag in (${flagList}) and flag <> all (contents.flags)) end)`

/** True if no editor removed the title or a parent. The query must compare its times too (in-time.ts). */
export const isNotRemoved = sql<boolean>`(${isInCatalogue}
  and not exists (select from ${parents} and above.removed_at is not null and not above.hidden_by_schedule))`
