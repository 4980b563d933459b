import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ContentType } from '#src/contract/content.ts'
import type { TrackKind } from '#src/contract/track-kinds.ts'
import { translationColumnList } from '../localized.ts'
import {
  createdAt,
  enumColumn,
  id,
  localizedTextColumns,
  oneOfCheck,
  rials,
  sortKeyColumn,
  timeColumn,
  updatedAt,
} from './columns.ts'

/** An audio or caption track. Without a kind it is the usual track of its language. */
export type Track = { language: string; title: string; kind?: TrackKind | undefined }

export type Chapter = { title: { fa?: string; en?: string }; start: number }

/** Titles that appear in lists; seasons and episodes are reached through their series. */
export const isListedTitle = (t: { type: AnyPgColumn; removedAt: AnyPgColumn }): SQL =>
  sql`${t.removedAt} is null and ${t.type} in ('single_video', 'series', 'video_content_list')`

// Films, series, seasons, episodes and bundles. Texts for search and order are computed by the
// application (lib/text), since the engines disagree about Persian; the database only indexes them.
export const contents = pgTable(
  'contents',
  {
    id: id(),
    shortId: text('short_id').notNull().unique(),
    externalId: text('external_id').unique(),
    type: enumColumn('type', ContentType.options).notNull(),
    ...localizedTextColumns('slug', column => column.notNull()),
    /** At least one language (`contents_titled`). */
    ...localizedTextColumns('title'),
    ...localizedTextColumns('pageTitle'),
    ...localizedTextColumns('subTitle'),
    ...localizedTextColumns('tagline'),
    ...localizedTextColumns('summary'),
    /** Gregorian year. */
    year: smallint('year'),
    durationSeconds: integer('duration_seconds'),
    /** Age rating: 0 is for everyone; null is unrated and hidden from children. */
    ageLimit: smallint('age_limit'),
    flags: text('flags').array().notNull().default(sql`'{}'`),
    /** ISO 3166-1 alpha-2 codes, in display order. */
    countries: text('countries').array().notNull().default(sql`'{}'`),
    /** Ids of categories, in display order; in this table, so that the listing indexes include them. */
    categoryIds: text('category_ids').array().notNull().default(sql`'{}'`),
    audioLanguages: text('audio_languages').array().notNull().default(sql`'{}'`),
    captionLanguages: text('caption_languages').array().notNull().default(sql`'{}'`),
    isLive: boolean('is_live').notNull().default(false),
    /** True if the title or one of its episodes has a primary video; a trigger keeps it so. */
    hasVideo: boolean('has_video').notNull().default(false),

    posterPath: text('poster_path'),
    posterColour: text('poster_colour'),
    backdropPath: text('backdrop_path'),
    backdropColour: text('backdrop_colour'),
    /** Path of the drawn name in each language; it ends with the size, such as `-640x210`. */
    ...localizedTextColumns('lettering'),

    seriesId: text('series_id').references((): AnyPgColumn => contents.id, { onDelete: 'cascade' }),
    seasonId: text('season_id').references((): AnyPgColumn => contents.id, { onDelete: 'cascade' }),
    seasonNumber: smallint('season_number'),
    episodeNumber: smallint('episode_number'),

    ticketPrice: rials('ticket_price'),
    ticketHours: smallint('ticket_hours'),

    likes: integer('likes').notNull().default(0),
    dislikes: integer('dislikes').notNull().default(0),
    /** Rating from the imported catalogue; it weighs as much as 20 votes. */
    baseRate: smallint('base_rate'),
    imdbRankPercent: smallint('imdb_rank_percent'),
    /** 0 to 100; null if there are neither votes nor an imported rating. */
    ratePercentage: smallint('rate_percentage').generatedAlwaysAs(
      sql`case
        when base_rate is not null then round((100.0 * likes + 20 * base_rate) / (likes + dislikes + 20))
        when likes + dislikes > 0 then round(100.0 * likes / (likes + dislikes))
      end`,
    ),
    /** Used by the order "rate": with few votes the score stays near the imported rating. */
    rateScore: integer('rate_score')
      .notNull()
      .generatedAlwaysAs(
        sql`round(100 * (100.0 * likes + 20 * coalesce(base_rate, imdb_rank_percent, 55)) / (likes + dislikes + 20))`,
      ),
    viewCount: integer('view_count').notNull().default(0),
    saleCount: integer('sale_count').notNull().default(0),
    /** Used by the order "default"; set by editors. */
    rank: integer('rank').notNull().default(0),

    /** Normalised names, one per line, for the search index (search/catalogue-index.ts). */
    searchText: text('search_text').notNull().default(''),
    sortKey: sortKeyColumn('sort_key').notNull().default(''),
    /** Further names as they were imported; null if an older version wrote the row. */
    aliases: text('aliases').array(),

    /** Hash of the imported line: importing the same line again changes nothing. */
    contentHash: text('content_hash'),
    /** Times at which the title enters and leaves the catalogue; seasons and episodes stay no longer than their title. */
    publishedAt: timeColumn('published_at').notNull().defaultNow(),
    unpublishAt: timeColumn('unpublish_at'),
    /** Time from which it can be played: until then it has the flag `coming_soon`. */
    availableAt: timeColumn('available_at'),
    /** Set if the title is not in the catalogue. Removed titles answer 410. */
    removedAt: timeColumn('removed_at'),
    /** True if the schedule set `removed_at` (titles/schedule.ts), and not an editor. */
    hiddenBySchedule: boolean('hidden_by_schedule').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    check('contents_short_id_form', sql`${t.shortId} ~ '^[0-9A-Za-z]{6,8}$'`),
    oneOfCheck('contents_type_known', t.type, ContentType.options),
    check('contents_titled', sql`num_nonnulls(${translationColumnList(t, 'title')}) > 0`),
    check('contents_year', sql`${t.year} between 1870 and 2100`),
    check('contents_duration', sql`${t.durationSeconds} >= 0`),
    check('contents_age_limit', sql`${t.ageLimit} in (0, 3, 7, 12, 13, 15, 17, 18)`),
    check(
      'contents_percents',
      sql`${t.imdbRankPercent} between 0 and 100 and ${t.baseRate} between 0 and 100`,
    ),
    // A ticket is for sale exactly if the title has the flag.
    check(
      'contents_ticket',
      sql`('content_has_ticket' = any(${t.flags})) = (${t.ticketPrice} is not null)
        and (${t.ticketPrice} is null) = (${t.ticketHours} is null)
        and (${t.ticketPrice} is null or (${t.ticketPrice} > 0 and ${t.ticketHours} > 0))`,
    ),
    // A season belongs to a series, an episode to a season; other types have no parent.
    check(
      'contents_place',
      sql`case ${t.type}
        when 'episode' then num_nulls(${t.seriesId}, ${t.seasonId}, ${t.episodeNumber}) = 0
        when 'season_of_series' then num_nulls(${t.seriesId}, ${t.seasonNumber}) = 0
          and num_nonnulls(${t.seasonId}, ${t.episodeNumber}) = 0
        else num_nonnulls(${t.seriesId}, ${t.seasonId}, ${t.seasonNumber}, ${t.episodeNumber}) = 0
      end`,
    ),
    uniqueIndex('contents_one_season')
      .on(t.seriesId, t.seasonNumber)
      .where(sql`${t.type} = 'season_of_series'`),
    uniqueIndex('contents_one_episode')
      .on(t.seasonId, t.episodeNumber)
      .where(sql`${t.type} = 'episode'`),
    index('contents_series').on(t.seriesId).where(sql`${t.seriesId} is not null`),

    // One index per listing order, including the filter columns, for index-only scans.
    index('contents_by_rank')
      .on(t.rank, t.id, t.type, t.ageLimit, t.categoryIds)
      .where(isListedTitle(t)),
    index('contents_by_latest')
      .on(t.publishedAt, t.id, t.type, t.ageLimit, t.categoryIds)
      .where(isListedTitle(t)),
    index('contents_by_views')
      .on(t.viewCount, t.id, t.type, t.ageLimit, t.categoryIds)
      .where(isListedTitle(t)),
    index('contents_by_sales')
      .on(t.saleCount, t.id, t.type, t.ageLimit, t.categoryIds)
      .where(isListedTitle(t)),
    index('contents_by_rate')
      .on(t.rateScore, t.id, t.type, t.ageLimit, t.categoryIds)
      .where(isListedTitle(t)),
    // Used by the console.
    index('contents_by_year').on(t.year, t.id).where(isListedTitle(t)),
    index('contents_without_video')
      .on(t.publishedAt, t.id)
      .where(sql`${isListedTitle(t)} and not ${t.hasVideo}`),
    index('contents_by_update').on(t.updatedAt),
    // Used to find the titles that lists of a profile leave out.
    index('contents_removed').on(t.id, t.seriesId).where(sql`${t.removedAt} is not null`),

    // Used by the schedule, which looks for due titles every few seconds.
    index('contents_to_publish').on(t.publishedAt).where(sql`${t.hiddenBySchedule}`),
    index('contents_to_unpublish')
      .on(t.unpublishAt)
      .where(sql`${t.removedAt} is null and ${t.unpublishAt} is not null`),
    index('contents_to_come')
      .on(t.availableAt)
      .where(sql`${t.availableAt} is not null and 'coming_soon' = any(${t.flags})`),

    index('contents_flags').using('gin', t.flags),
  ],
)

/** Returns the column of a title with which the row is deleted. */
export function contentReference() {
  return text('content_id')
    .notNull()
    .references(() => contents.id, { onDelete: 'cascade' })
}
