/** What to watch next to a title: people in common weigh more than genres in common. */
import { type SQL, sql } from 'drizzle-orm'
import { prepared } from '../db/prepared.ts'
import { contents, listed } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { type CardRow, cardRows, withinGivenBand } from './card.queries.ts'

const SHOWN = 12
const CANDIDATES = 40
/** Who worked on more titles than these has been everywhere, and brings nothing nearer. */
const LIFEWORK = 80
const WEIGHTS = sql`case m.role when 'director' then 5 when 'cast' then 3 else 1 end`

type Row = typeof contents.$inferSelect

/** Rows of cards, the most alike first. */
export async function similarTitles(
  { db }: Pick<Deps, 'db'>,
  row: Pick<Row, 'id' | 'seriesId' | 'type'>,
  band: number | null,
): Promise<CardRow[]> {
  const id = row.seriesId ?? row.id
  const type = row.seriesId ? 'series' : row.type
  return prepared(db, 'similar titles', alikeRows).execute({ id, type, band })
}

function alikeRows(db: Deps['db']) {
  return cardRows(db, undefined)
    .innerJoin(sql`(${alikeIds()}) alike`, sql`alike.id = ${contents.id}`)
    .orderBy(sql`alike.place`)
}

function alikeIds(): SQL {
  const id = sql.placeholder('id')
  const shown = sql`${listed(contents)} and ${contents.id} <> ${id} and ${withinGivenBand}`
  return sql`
    with mine as (select artist_id, role from credits where content_id = ${id} order by position limit 12),
    kinds as (select category_ids as ids from contents where id = ${id}),
    by_people as (
      select c.content_id as id, sum(${WEIGHTS}) as weight
      from mine m cross join lateral (
        select content_id from credits where artist_id = m.artist_id limit ${LIFEWORK}) c
      group by 1 order by 2 desc limit ${CANDIDATES}),
    by_genre as (
      select ${contents.id} as id, 0 as weight from ${contents}
      where ${shown} and ${contents.type} = ${sql.placeholder('type')} and ${contents.categoryIds} && (select ids from kinds)
      order by ${contents.rank} desc, ${contents.id} desc limit ${CANDIDATES}),
    near as (select id, sum(weight) as weight from (table by_people union all table by_genre) u group by 1)
    select contents.id, row_number() over (
      order by near.weight + 2 * (select count(*) from unnest(contents.category_ids) as kind(id)
        where kind.id = any ((select ids from kinds)::text[])) desc, contents.rank desc, contents.id) as place
    from near join contents on contents.id = near.id where ${shown} order by place limit ${SHOWN}`
}
