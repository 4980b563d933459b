/**
 * The rows of a profile on its home page: titles similar to those it watched last, and its series with new episodes. A
 * job computes them; access and watched titles are checked again when they are read.
 */
import { sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { PersonalRow } from '#src/contract/library.ts'
import { PERSONAL_ROWS } from '#src/contract/limits.ts'
import { loadCards } from '../../catalogue/titles/card.queries.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Owner } from './bookmarks.queries.ts'

type Stored = { kind: PersonalRow['kind']; reason_id: string | null; ids: string[] }

/**
 * Returns the rows, without those that have too few titles left. A title appears only in the first row that contains
 * it.
 */
export async function findPersonalRows(
  deps: Deps,
  { profileId, maxAge, language }: Owner,
): Promise<PersonalRow[]> {
  const { rows } = await deps.db.execute<Stored>(sql`
    select r.kind, r.reason_id, array(
      select item.id from unnest(r.content_ids) with ordinality as item(id, place)
      left join watched_titles w on w.profile_id = r.profile_id and w.title_id = item.id
      where w.title_id is null or (r.kind = 'new_episodes' and w.last_watched_at <= r.computed_at)
      order by item.place) as ids
    from personal_rows r where r.profile_id = ${profileId} order by r.position`)
  const ids = rows.flatMap(row => (row.reason_id ? [row.reason_id, ...row.ids] : row.ids))
  const cards = await loadCards(deps, [...new Set(ids)], language, maxAge)
  const byId = new Map(cards.map(card => [card.id, card]))
  const shown = new Set<string>()
  return rows.flatMap(row => {
    const reason = row.reason_id === null ? null : byId.get(row.reason_id)
    const items = row.ids.flatMap(id => (shown.has(id) ? [] : (byId.get(id) ?? [])))
    if (reason === undefined || items.length < PERSONAL_ROWS.least[row.kind]) return []
    for (const { id } of items) shown.add(id)
    return [{ kind: row.kind, reason: reason && reasonOf(reason), items }]
  })
}

function reasonOf({ id, title, flag }: ContentCard): NonNullable<PersonalRow['reason']> {
  return { id, title, is_audio_book: flag.includes('audio_book') }
}
