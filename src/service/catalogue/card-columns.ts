/** The columns of a content card, and the query that selects them. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { effectiveAge, effectiveFlags } from '../access/inherited.ts'
import { columnsOf } from '../db/localized.ts'
import { videoFiles } from '../db/schema/catalogue.ts'
import { contents } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'

/** The series that an episode or a season stands in. */
export const parent = alias(contents, 'parent')

/** Anyone may play it, signed in or not. */
export const hasTrailer = sql<boolean>`exists (select 1 from ${videoFiles}
  where ${videoFiles.contentId} = ${contents.id} and ${videoFiles.kind} = 'trailer')`

/** What a card is made of, in one row. */
export const cardColumns = {
  id: contents.id,
  shortId: contents.shortId,
  ...columnsOf(contents, 'slug'),
  ...columnsOf(contents, 'title'),
  ...columnsOf(contents, 'subTitle'),
  ...columnsOf(contents, 'tagline'),
  type: contents.type,
  year: contents.year,
  durationSeconds: contents.durationSeconds,
  ageLimit: effectiveAge,
  countries: contents.countries,
  categoryIds: contents.categoryIds,
  flags: effectiveFlags,
  posterPath: contents.posterPath,
  posterColour: contents.posterColour,
  backdropPath: contents.backdropPath,
  backdropColour: contents.backdropColour,
  ratePercentage: contents.ratePercentage,
  imdbRankPercent: contents.imdbRankPercent,
  publishedAt: contents.publishedAt,
  seriesId: contents.seriesId,
  seasonNumber: contents.seasonNumber,
  episodeNumber: contents.episodeNumber,
  ticketPrice: contents.ticketPrice,
  ticketHours: contents.ticketHours,
  series: {
    shortId: parent.shortId,
    ticketPrice: parent.ticketPrice,
    ticketHours: parent.ticketHours,
    ...columnsOf(parent, 'slug'),
    ...columnsOf(parent, 'title'),
  },
  seasonCount:
    sql<number>`(case when ${contents.type} = 'series' then (select count(*)::int from contents s
    where s.series_id = ${contents.id} and s.type = 'season_of_series') else 0 end)`.as(
      'season_count',
    ),
  hasTrailer: hasTrailer.as('has_trailer'),
}

/** The rows of cards under a condition; add order and limit. */
export function cardRows(db: Deps['db'], where: SQL | undefined) {
  return db
    .select(cardColumns)
    .from(contents)
    .leftJoin(parent, eq(parent.id, contents.seriesId))
    .where(where)
}
export type CardRow = Awaited<ReturnType<typeof cardRows>>[number]
