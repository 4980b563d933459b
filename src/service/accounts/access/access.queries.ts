/** Loads the inputs of an access decision: one query for any number of titles, one for the user. */
import { sql } from 'drizzle-orm'
import type { UserEntitlements } from '../../commerce/entitlements/entitlements.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Title } from './decision.ts'
import { isInTime, type Times } from './in-time.ts'
import { effectiveAge, effectiveFlags, isNotRemoved } from './inherited.ts'

export type AccessTitle = Title & {
  id: string
  /** Ids of the titles whose ticket gives access to this one, starting with the title itself. */
  ticketIds: string[]
}

const file = (of: string) =>
  sql.raw(`exists (select from video_files f join contents part on part.id = f.content_id
    where f.kind = 'primary' and (part.removed_at is null or part.id = contents.id)
    and (part.id = contents.id or not 'coming_soon' = any(part.flags)) and ${of})`)

/** True for a title with a playable file, or a series or season with a playable episode. */
const hasVideo = sql<boolean>`(case contents.type
  when 'series' then ${file('part.series_id = contents.id')}
  when 'season_of_series' then ${file('part.season_id = contents.id')}
  else ${file('part.id = contents.id')} end)`

const ticketIds = sql<string[]>`array(select seller.id from contents seller
  where seller.id in (contents.id, contents.season_id, contents.series_id)
  and 'content_has_ticket' = any(seller.flags)
  order by seller.id <> contents.id, seller.id)`

const sellsTicket = sql<boolean>`('content_has_ticket' = any(contents.flags))`

/** The columns of `accessColumns`, and the times of the title. */
export type TitleColumns = Omit<AccessTitle, 'id'> & Times & { isNotRemoved: boolean }

/** Columns for `accessTitleOf` in another statement, which must not alias `contents`. */
export const accessColumns = sql`${effectiveFlags} as flags, ${effectiveAge} as "ageLimit", ${hasVideo} as "hasVideo",
  ${sellsTicket} as "sellsTicket", ${ticketIds} as "ticketIds", ${isNotRemoved} as "isNotRemoved"`

/** The inputs of a decision about one title, which another statement has read; null for a title outside the catalogue. */
export type ReadAccess = { title: AccessTitle | null; owned: UserEntitlements }

export function accessTitleOf(row: TitleColumns & { id: string }, now: Date): AccessTitle | null {
  return row.isNotRemoved && isInTime(row, now) ? row : null
}

/** Skips ids that do not exist or were removed. */
export async function findAccessTitles(deps: Deps, ids: readonly string[]): Promise<AccessTitle[]> {
  if (ids.length === 0) return []
  const query = preparedQuery(deps.db, 'access of titles', handle =>
    handle
      .select({
        id: contents.id,
        publishedAt: contents.publishedAt,
        unpublishAt: contents.unpublishAt,
        flags: effectiveFlags,
        ageLimit: effectiveAge,
        hasVideo,
        sellsTicket,
        ticketIds,
      })
      .from(contents)
      .where(sql`contents.id = any(${sql.placeholder('ids')}::text[]) and ${isNotRemoved}`),
  )
  const now = deps.now()
  return (await query.execute({ ids })).filter(title => isInTime(title, now))
}
