/** What to watch next to a title: people in common weigh more than genres in common. */
import { sql } from 'drizzle-orm'
import { contents, listed } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { withinBand } from './card.queries.ts'

const SHOWN = 12
const CANDIDATES = 40
/** Who worked on more titles than these has been everywhere, and brings nothing nearer. */
const LIFEWORK = 200
const WEIGHTS = sql`case m.role when 'director' then 5 when 'cast' then 3 else 1 end`

type Row = typeof contents.$inferSelect

/** Ids, the most alike first. */
export async function similarTitles(
  deps: Deps,
  row: Pick<Row, 'id' | 'seriesId' | 'type'>,
  band: number | null,
): Promise<string[]> {
  const id = row.seriesId ?? row.id
  const type = row.seriesId ? 'series' : row.type
  const shown = sql`${listed(contents)} and ${contents.id} <> ${id} and ${withinBand(band) ?? sql`true`}`
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    with mine as (select artist_id, role from credits where content_id = ${id} order by position limit 12),
    kinds as (select category_ids as ids from contents where id = ${id}),
    by_people as (
      select c.content_id as id, sum(${WEIGHTS}) as weight
      from mine m cross join lateral (
        select content_id from credits where artist_id = m.artist_id limit ${LIFEWORK}) c
      group by 1 order by 2 desc limit ${CANDIDATES}),
    by_genre as (
      select ${contents.id} as id, 0 as weight from ${contents}
      where ${shown} and ${contents.type} = ${type} and ${contents.categoryIds} && (select ids from kinds)
      order by ${contents.rank} desc, ${contents.id} desc limit ${CANDIDATES}),
    near as (select id, sum(weight) as weight from (table by_people union all table by_genre) u group by 1)
    select contents.id from near join contents on contents.id = near.id where ${shown}
    order by near.weight + 2 * (select count(*) from unnest(contents.category_ids) as kind(id)
      where kind.id = any ((select ids from kinds)::text[])) desc, contents.rank desc, contents.id limit ${SHOWN}`)
  return rows.map(found => found.id)
}
