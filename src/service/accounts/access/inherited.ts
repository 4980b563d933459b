/** SQL for flags and ratings that episodes and seasons inherit from their season and series. The query must not alias `contents`. */
import { sql } from 'drizzle-orm'
import type { Flag } from '#src/contract/content.ts'
import { isInCatalogue } from './in-time.ts'

/**
 * What each flag means for access. `inherited`: if a series or season has it, its parts have it too. `copied`: a programme that is
 * published from a live channel has it if the channel has it, so that the same viewers may watch it. A new flag does not compile before
 * it is listed here.
 */
const EFFECTS = {
  free_content: ['inherited', 'copied'],
  carrier_specific: ['inherited', 'copied'],
  coming_soon: ['inherited'],
  content_has_ticket: ['inherited', 'copied'],
  iran_access: ['inherited', 'copied'],
  traffic_free: ['copied'],
  cinema_online: ['copied'],
  age_restricted: ['copied'],
  '4k': [],
  audio_book: [],
  bookmark: [],
  exclusive_dub: [],
  has_access: [],
  has_subtitle: [],
  hd: [],
  in_production: [],
  latest: [],
  live: [],
  multi_audio: [],
  persian_dub: [],
  playable: [],
  selected: [],
} as const satisfies Record<Flag, readonly ('inherited' | 'copied')[]>
type Effect = (typeof EFFECTS)[Flag][number]
type FlagWith<E extends Effect> = keyof {
  [Name in Flag as E extends (typeof EFFECTS)[Name][number] ? Name : never]: true
}
export type InheritedFlag = FlagWith<'inherited'>

function flagsWith<E extends Effect>(effect: E): FlagWith<E>[] {
  const names = Object.keys(EFFECTS) as Flag[]
  return names.filter((name): name is FlagWith<E> => EFFECTS[name].some(each => each === effect))
}

/** Flags of a series or season that also apply to its parts. */
export const INHERITED_FLAGS = flagsWith('inherited')
/** Flags of a live channel that its published programmes keep. */
export const COPIED_FLAGS = flagsWith('copied')

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
