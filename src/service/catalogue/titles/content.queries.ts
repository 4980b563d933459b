/** The page of one title: the title with all of its own data in one row, and the titles that belong to it. */

import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isWithinAgeParameter } from '../../accounts/access/age-rating.ts'
import { existenceColumns } from '../../accounts/access/in-time.ts'
import { storedCount } from '../../platform/db/list-counts.ts'
import { translationColumns } from '../../platform/db/localized.ts'
import { preparedQuery, preparedSql } from '../../platform/db/prepared.ts'
import { artists, bundleItems, credits, videoFiles } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { artistColumns } from './artist.queries.ts'
import { type CardRow, cardColumns, cardRows, parentContents } from './card-columns.ts'
import { similarIds } from './similar.ts'

type Db = Deps['db']

/** An episode or a season has the people of its series. */
const people = jsonRows(
  {
    ...artistColumns,
    role: credits.role,
    ...translationColumns(credits, 'character'),
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

/** A part of a series also waits for the series. */
const availableAt =
  sql<Date | null>`greatest(${contents.availableAt}, (select above.available_at from contents above
  where above.id = ${contents.seriesId}))`.mapWith(contents.availableAt)

const fullColumns = {
  ...cardColumns,
  ...translationColumns(contents, 'pageTitle'),
  ...translationColumns(contents, 'summary'),
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

/** Matches a short_id or an id, including removed titles. */
const named = or(
  eq(contents.shortId, sql.placeholder('name')),
  eq(contents.id, sql.placeholder('name')),
)

/** Returns the row of a title. `maxAge` applies only to similar titles. */
export async function findTitleRow(database: Db, name: string, maxAge: number | null) {
  const query = preparedQuery(database, 'a title in full', db =>
    db
      .select(fullColumns)
      .from(contents)
      .leftJoin(parentContents, eq(parentContents.id, contents.seriesId))
      .where(named)
      .limit(1),
  )
  const [row] = await query.execute({ name, maxAge })
  return row
}
export type FullRow = NonNullable<Awaited<ReturnType<typeof findTitleRow>>>

const partColumns = { ...cardColumns, ...translationColumns(contents, 'summary') }

/** Returns the seasons and the episodes of a series, each in order. */
export async function findPartRows(database: Db, seriesId: string, maxAge: number | null) {
  const mine = and(
    eq(contents.seriesId, sql.placeholder('seriesId')),
    isNull(contents.removedAt),
    or(
      eq(contents.type, 'season_of_series'),
      and(eq(contents.type, 'episode'), isWithinAgeParameter),
    ),
  )
  const query = preparedQuery(database, 'parts of a series', db =>
    db
      .select(partColumns)
      .from(contents)
      .leftJoin(parentContents, eq(parentContents.id, contents.seriesId))
      .where(mine)
      .orderBy(asc(contents.seasonNumber), asc(contents.episodeNumber)),
  )
  return query.execute({ seriesId, maxAge })
}

/** Returns the titles of a bundle in order. */
export function findItemRows(
  database: Db,
  bundleId: string,
  maxAge: number | null,
): Promise<CardRow[]> {
  return preparedQuery(database, 'items of a bundle', db =>
    cardRows(db, and(isNull(contents.removedAt), isWithinAgeParameter))
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

/** Embeds rows of another table in a row, as JSON: for texts and small numbers, which JSON represents exactly. */
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
  const query = preparedSql(
    db,
    'view of a title',
    () => sql`update contents set view_count = view_count + 1 where id = ${sql.placeholder('id')}`,
  )
  await query.execute({ id: contentId })
}
