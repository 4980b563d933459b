/** What an episode has from its season and its series, and a season from its series. For queries in which `contents` has its own name. */
import { sql } from 'drizzle-orm'
import type { Flag } from '#src/contract/content.ts'

/** The flags of a parent that hold for everything in it. */
export const INHERITED_FLAGS = [
  'free_content',
  'carrier_specific',
  'coming_soon',
  'content_has_ticket',
  'iran_access',
] as const satisfies readonly Flag[]

const flagList = sql.raw(INHERITED_FLAGS.map(flag => `'${flag}'`).join(', '))
const parents = sql.raw('contents above where above.id in (contents.series_id, contents.season_id)')

/** The strictest of the title's own label and its parents'; null where nobody rated any of them. */
export const effectiveAge = sql<
  number | null
>`(case when contents.series_id is null then contents.age_limit
  else greatest(contents.age_limit, (select max(above.age_limit) from ${parents})) end)`

/** The title's own flags, then those that it inherits. */
export const effectiveFlags = sql<
  string[]
>`(case when contents.series_id is null then contents.flags
  else contents.flags || array(select distinct flag from (select above.flags from ${parents}) as above(flags),
    unnest(above.flags) as flag where flag in (${flagList}) and flag <> all (contents.flags)) end)`

/** Neither the title nor what it stands in was removed. */
export const isPresent = sql<boolean>`(contents.removed_at is null
  and not exists (select from ${parents} and above.removed_at is not null))`
