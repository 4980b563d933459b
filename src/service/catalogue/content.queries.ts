/** What the page of one title is made of: the title with all that is its own in one row, and the titles that belong to it. */

import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { withinGivenAge } from '../access/age-rating.ts'
import { existenceColumns } from '../access/in-time.ts'
import { storedCount } from '../db/list-counts.ts'
import { columnsOf } from '../db/localized.ts'
import { prepared } from '../db/prepared.ts'
import { artists, bundleItems, credits, videoFiles } from '../db/schema/catalogue.ts'
import { contents } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { artistColumns } from './artist.queries.ts'
import { type CardRow, cardColumns, cardRows, parent } from './card-columns.ts'
import { similarIds } from './similar.ts'

type Db = Deps['db']

/** An episode or a season has the people of its series. */
const people = jsonRows(
  {
    ...artistColumns,
    role: credits.role,
    ...columnsOf(credits, 'character'),
  },
  credits.position,
  sql`${credits} join ${artists} on ${artists.id} = ${credits.artistId}
    where ${credits.contentId} = coalesce(${contents.seriesId}, ${contents.id}) and ${artists.removedAt} is null`,
)

const files = jsonRows(
  { id: videoFiles.id, kind: videoFiles.kind, mode: videoFiles.mode },
  videoFiles.kind,
  sql`${videoFiles} where ${videoFiles.contentId} = ${contents.id}`,
)

/** A part of a series waits for the series too. */
const availableAt =
  sql<Date | null>`greatest(${contents.availableAt}, (select above.available_at from contents above
  where above.id = ${contents.seriesId}))`.mapWith(contents.availableAt)

const fullColumns = {
  ...cardColumns,
  ...columnsOf(contents, 'pageTitle'),
  ...columnsOf(contents, 'summary'),
  audioLanguages: contents.audioLanguages,
  captionLanguages: contents.captionLanguages,
  likes: contents.likes,
  dislikes: contents.dislikes,
  updatedAt: contents.updatedAt,
  ...existenceColumns,
  availableAt,
  people,
  files,
  commentsCount: storedCount(contents.id, 'comments'),
  similarIds: similarIds(),
}

/** By short_id or by id; one that was removed is found too. */
const named = or(
  eq(contents.shortId, sql.placeholder('name')),
  eq(contents.id, sql.placeholder('name')),
)

/** `maxAge` is for what is like it alone. */
export async function fullRow(database: Db, name: string, maxAge: number | null) {
  const query = prepared(database, 'a title in full', db =>
    db
      .select(fullColumns)
      .from(contents)
      .leftJoin(parent, eq(parent.id, contents.seriesId))
      .where(named)
      .limit(1),
  )
  const [row] = await query.execute({ name, maxAge })
  return row
}
export type FullRow = NonNullable<Awaited<ReturnType<typeof fullRow>>>

const partColumns = { ...cardColumns, ...columnsOf(contents, 'summary') }

/** The seasons and the episodes of a series, each in their order. */
export async function partRows(database: Db, seriesId: string, maxAge: number | null) {
  const mine = and(
    eq(contents.seriesId, sql.placeholder('seriesId')),
    isNull(contents.removedAt),
    or(eq(contents.type, 'season_of_series'), and(eq(contents.type, 'episode'), withinGivenAge)),
  )
  const query = prepared(database, 'parts of a series', db =>
    db
      .select(partColumns)
      .from(contents)
      .leftJoin(parent, eq(parent.id, contents.seriesId))
      .where(mine)
      .orderBy(asc(contents.seasonNumber), asc(contents.episodeNumber)),
  )
  return query.execute({ seriesId, maxAge })
}

/** The titles of a bundle, in their order. */
export function itemRows(
  database: Db,
  bundleId: string,
  maxAge: number | null,
): Promise<CardRow[]> {
  return prepared(database, 'items of a bundle', db =>
    cardRows(db, and(isNull(contents.removedAt), withinGivenAge))
      .innerJoin(
        bundleItems,
        and(
          eq(bundleItems.contentId, contents.id),
          eq(bundleItems.bundleId, sql.placeholder('bundleId')),
        ),
      )
      .orderBy(asc(bundleItems.position)),
  ).execute({ bundleId, maxAge })
}

type Row<Columns extends Record<string, PgColumn>> = {
  [Name in keyof Columns]:
    | Columns[Name]['_']['data']
    | (Columns[Name]['_']['notNull'] extends true ? never : null)
}

/** Rows of another table within a row, as JSON: for texts and small numbers, which it carries as they are. */
function jsonRows<Columns extends Record<string, PgColumn>>(
  columns: Columns,
  order: PgColumn,
  from: SQL,
) {
  const pairs = Object.entries(columns).map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`,
  )
  return sql<Array<Row<Columns>>>`(select coalesce(
    json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by ${order}), '[]') from ${from})`
}

/** Counts a view, for the order "most visited". */
export async function countView(db: Db, contentId: string): Promise<void> {
  await db
    .update(contents)
    .set({ viewCount: sql`${contents.viewCount} + 1` })
    .where(eq(contents.id, contentId))
}
