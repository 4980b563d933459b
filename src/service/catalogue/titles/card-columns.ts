/** The columns of a content card, and the query that selects them. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { effectiveAge, effectiveFlags } from '../../accounts/access/inherited.ts'
import { translationColumns } from '../../platform/db/localized.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'

/** Series of an episode or a season. */
export const parentContents = alias(contents, 'parent')

/** Every visitor may play a trailer, signed in or not. */
export const hasTrailer = sql<boolean>`exists (select 1 from ${videoFiles}
  where ${videoFiles.contentId} = ${contents.id} and ${videoFiles.kind} = 'trailer')`

/** Columns of a card, in one row. */
export const cardColumns = {
  id: contents.id,
  shortId: contents.shortId,
  ...translationColumns(contents, 'slug'),
  ...translationColumns(contents, 'title'),
  ...translationColumns(contents, 'subTitle'),
  ...translationColumns(contents, 'tagline'),
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
  ...translationColumns(contents, 'lettering'),
  ratePercentage: contents.ratePercentage,
  imdbRankPercent: contents.imdbRankPercent,
  publishedAt: contents.publishedAt,
  seriesId: contents.seriesId,
  seasonNumber: contents.seasonNumber,
  episodeNumber: contents.episodeNumber,
  ticketPrice: contents.ticketPrice,
  ticketHours: contents.ticketHours,
  series: {
    shortId: parentContents.shortId,
    ticketPrice: parentContents.ticketPrice,
    ticketHours: parentContents.ticketHours,
    ...translationColumns(parentContents, 'slug'),
    ...translationColumns(parentContents, 'title'),
  },
  seasonCount:
    sql<number>`(case when ${contents.type} = 'series' then (select count(*)::int from contents s
    where s.series_id = ${contents.id} and s.type = 'season_of_series') else 0 end)`.as(
      'season_count',
    ),
  hasTrailer: hasTrailer.as('has_trailer'),
}

/** Selects the rows of cards that match a condition; add order and limit. */
export function cardRows(db: Deps['db'], where: SQL | undefined) {
  return db
    .select(cardColumns)
    .from(contents)
    .leftJoin(parentContents, eq(parentContents.id, contents.seriesId))
    .where(where)
}
export type CardRow = Awaited<ReturnType<typeof cardRows>>[number]
