import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ContentType } from '#src/contract/content.ts'
import { CREDIT_ROLES } from '#src/contract/import.ts'
import { createdAt, id, moment, oneOf, rials, sortKey, updatedAt, word } from './columns.ts'

export const categoryTypes = ['genre', 'territory', 'kids', 'collection'] as const
export const videoKinds = ['primary', 'trailer', 'preview'] as const
export const videoModes = ['vod', 'live', 'audio'] as const

export type Track = { language: string; title: string }
export type Chapter = { title: { fa?: string; en?: string }; start: number }

/** What lists show: seasons and episodes are reached through their series. */
export const listed = (t: { type: AnyPgColumn; removedAt: AnyPgColumn }): SQL =>
  sql`${t.removedAt} is null and ${t.type} in ('single_video', 'series', 'video_content_list')`

// Films, series, seasons, episodes and bundles. Texts for search and order are computed by the
// application (lib/text), since the engines disagree about Persian; the database only indexes them.
export const contents = pgTable(
  'contents',
  {
    id: id(),
    shortId: text('short_id').notNull().unique(),
    externalId: text('external_id').unique(),
    type: word('type', ContentType.options).notNull(),
    slugFa: text('slug_fa').notNull(),
    slugEn: text('slug_en').notNull(),
    /** One language is enough; `contents_titled` sees to it. */
    titleFa: text('title_fa'),
    titleEn: text('title_en'),
    pageTitleFa: text('page_title_fa'),
    pageTitleEn: text('page_title_en'),
    subTitleFa: text('sub_title_fa'),
    subTitleEn: text('sub_title_en'),
    taglineFa: text('tagline_fa'),
    taglineEn: text('tagline_en'),
    summaryFa: text('summary_fa'),
    summaryEn: text('summary_en'),
    /** Gregorian. */
    year: smallint('year'),
    durationSeconds: integer('duration_seconds'),
    /** 0 is for everyone; null was not rated, and is kept from children. */
    ageLimit: smallint('age_limit'),
    flags: text('flags').array().notNull().default(sql`'{}'`),
    /** ISO 3166-1 alpha-2, in the order to show. */
    countries: text('countries').array().notNull().default(sql`'{}'`),
    /** Ids of categories, in the order to show; here, so that the indexes of the orders hold them. */
    categoryIds: text('category_ids').array().notNull().default(sql`'{}'`),
    audioLanguages: text('audio_languages').array().notNull().default(sql`'{}'`),
    captionLanguages: text('caption_languages').array().notNull().default(sql`'{}'`),
    isLive: boolean('is_live').notNull().default(false),

    posterPath: text('poster_path'),
    posterColour: text('poster_colour'),
    backdropPath: text('backdrop_path'),
    backdropColour: text('backdrop_colour'),

    seriesId: text('series_id').references((): AnyPgColumn => contents.id, { onDelete: 'cascade' }),
    seasonId: text('season_id').references((): AnyPgColumn => contents.id, { onDelete: 'cascade' }),
    seasonNumber: smallint('season_number'),
    episodeNumber: smallint('episode_number'),

    ticketPrice: rials('ticket_price'),
    ticketHours: smallint('ticket_hours'),

    likes: integer('likes').notNull().default(0),
    dislikes: integer('dislikes').notNull().default(0),
    /** From the imported catalogue; it weighs as much as 20 votes. */
    baseRate: smallint('base_rate'),
    imdbRankPercent: smallint('imdb_rank_percent'),
    /** 0 to 100; null while nobody voted and nothing was imported. */
    ratePercentage: smallint('rate_percentage').generatedAlwaysAs(
      sql`case
        when base_rate is not null then round((100.0 * likes + 20 * base_rate) / (likes + dislikes + 20))
        when likes + dislikes > 0 then round(100.0 * likes / (likes + dislikes))
      end`,
    ),
    /** For the order "rate": few votes are drawn to what is known otherwise. */
    rateScore: integer('rate_score')
      .notNull()
      .generatedAlwaysAs(
        sql`round(100 * (100.0 * likes + 20 * coalesce(base_rate, imdb_rank_percent, 55)) / (likes + dislikes + 20))`,
      ),
    viewCount: integer('view_count').notNull().default(0),
    saleCount: integer('sale_count').notNull().default(0),
    /** For the order "default": what the editors put first. */
    rank: integer('rank').notNull().default(0),

    /** Its names, normalised, one a line: what search holds in memory (search/search-index.ts). */
    searchText: text('search_text').notNull().default(''),
    sortKey: sortKey('sort_key').notNull().default(''),

    /** Of the imported line: the same again changes no row. */
    contentHash: text('content_hash'),
    publishedAt: moment('published_at').notNull().defaultNow(),
    /** Gone on purpose: answered with 410. */
    removedAt: moment('removed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    check('contents_short_id_form', sql`${t.shortId} ~ '^[0-9A-Za-z]{6,8}$'`),
    oneOf('contents_type_known', t.type, ContentType.options),
    check('contents_titled', sql`num_nonnulls(${t.titleFa}, ${t.titleEn}) > 0`),
    check('contents_year', sql`${t.year} between 1870 and 2100`),
    check('contents_duration', sql`${t.durationSeconds} >= 0`),
    check('contents_age_limit', sql`${t.ageLimit} in (0, 3, 7, 12, 13, 15, 17, 18)`),
    check(
      'contents_percents',
      sql`${t.imdbRankPercent} between 0 and 100 and ${t.baseRate} between 0 and 100`,
    ),
    // A ticket is for sale exactly when the title says so.
    check(
      'contents_ticket',
      sql`('content_has_ticket' = any(${t.flags})) = (${t.ticketPrice} is not null)
        and (${t.ticketPrice} is null) = (${t.ticketHours} is null)
        and (${t.ticketPrice} is null or (${t.ticketPrice} > 0 and ${t.ticketHours} > 0))`,
    ),
    // A season stands in a series, an episode in a season, and nothing else in anything.
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

    // Each order of the listing, with what a listing is filtered by: the index alone answers which titles a page has.
    index('contents_by_rank').on(t.rank, t.id, t.type, t.ageLimit, t.categoryIds).where(listed(t)),
    index('contents_by_latest')
      .on(t.publishedAt, t.id, t.type, t.ageLimit, t.categoryIds)
      .where(listed(t)),
    index('contents_by_views')
      .on(t.viewCount, t.id, t.type, t.ageLimit, t.categoryIds)
      .where(listed(t)),
    index('contents_by_sales')
      .on(t.saleCount, t.id, t.type, t.ageLimit, t.categoryIds)
      .where(listed(t)),
    index('contents_by_rate')
      .on(t.rateScore, t.id, t.type, t.ageLimit, t.categoryIds)
      .where(listed(t)),
    index('contents_by_update').on(t.updatedAt),

    index('contents_flags').using('gin', t.flags),
  ],
)

export const artists = pgTable(
  'artists',
  {
    id: id(),
    shortId: text('short_id').notNull().unique(),
    externalId: text('external_id').unique(),
    slugFa: text('slug_fa').notNull(),
    slugEn: text('slug_en').notNull(),
    nameFa: text('name_fa'),
    nameEn: text('name_en'),
    bioFa: text('bio_fa'),
    bioEn: text('bio_en'),
    imagePath: text('image_path'),
    imageColour: text('image_colour'),
    /** Its names, normalised, one a line: what search holds in memory (search/search-index.ts). */
    searchText: text('search_text').notNull().default(''),
    sortKey: sortKey('sort_key').notNull().default(''),
    contentHash: text('content_hash'),
    removedAt: moment('removed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    check('artists_short_id_form', sql`${t.shortId} ~ '^[0-9A-Za-z]{6,8}$'`),
    check('artists_named', sql`num_nonnulls(${t.nameFa}, ${t.nameEn}) > 0`),
    index('artists_by_update').on(t.updatedAt),
    index('artists_by_name').on(t.sortKey, t.id),
  ],
)

export const credits = pgTable(
  'credits',
  {
    contentId: text('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    artistId: text('artist_id')
      .notNull()
      .references(() => artists.id, { onDelete: 'cascade' }),
    role: word('role', CREDIT_ROLES).notNull(),
    characterFa: text('character_fa'),
    characterEn: text('character_en'),
    position: smallint('position').notNull().default(0),
  },
  t => [
    primaryKey({ columns: [t.contentId, t.artistId, t.role] }),
    oneOf('credits_role_known', t.role, CREDIT_ROLES),
    index('credits_by_artist').on(t.artistId, t.contentId),
  ],
)

// The id is the public one, as in /categories/{id}/{slug}; the key is what an import calls it (`drama`).
export const categories = pgTable(
  'categories',
  {
    id: id(),
    type: word('type', categoryTypes).notNull(),
    key: text('key').notNull(),
    slugFa: text('slug_fa').notNull(),
    slugEn: text('slug_en').notNull(),
    titleFa: text('title_fa').notNull(),
    titleEn: text('title_en').notNull(),
    descriptionFa: text('description_fa').notNull().default(''),
    descriptionEn: text('description_en').notNull().default(''),
    imagePath: text('image_path'),
    imageColour: text('image_colour'),
    position: smallint('position').notNull().default(0),
    isListed: boolean('is_listed').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    check('categories_id_form', sql`${t.id} ~ '^[0-9A-Za-z]{4,8}$'`),
    oneOf('categories_type_known', t.type, categoryTypes),
    unique('categories_one_key').on(t.type, t.key),
  ],
)

export const bundleItems = pgTable(
  'bundle_items',
  {
    bundleId: text('bundle_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    contentId: text('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull().default(0),
  },
  t => [
    primaryKey({ columns: [t.bundleId, t.contentId] }),
    check('bundle_items_not_itself', sql`${t.bundleId} <> ${t.contentId}`),
    index('bundle_items_content').on(t.contentId),
  ],
)

export const videoFiles = pgTable(
  'video_files',
  {
    id: id(),
    contentId: text('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    kind: word('kind', videoKinds).notNull().default('primary'),
    mode: word('mode', videoModes).notNull().default('vod'),
    /** Key of a stream in the media store: `demo/landscape`. */
    stream: text('stream').notNull(),
    durationSeconds: doublePrecision('duration_seconds'),
    introStart: doublePrecision('intro_start'),
    introEnd: doublePrecision('intro_end'),
    creditsAt: doublePrecision('credits_at'),
    audioTracks: jsonb('audio_tracks').$type<Track[]>().notNull().default([]),
    captions: jsonb('captions').$type<Track[]>().notNull().default([]),
    chapters: jsonb('chapters').$type<Chapter[]>().notNull().default([]),
    storyboardPath: text('storyboard_path'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    oneOf('video_files_kind_known', t.kind, videoKinds),
    oneOf('video_files_mode_known', t.mode, videoModes),
    check('video_files_stream_stays_inside', sql`${t.stream} !~ '(^/|\\.\\.|\\\\|:)'`),
    check(
      'video_files_intro',
      sql`(${t.introStart} is null) = (${t.introEnd} is null) and (${t.introStart} is null or (${t.introStart} >= 0 and ${t.introStart} < ${t.introEnd}))`,
    ),
    unique('video_files_one_a_kind').on(t.contentId, t.kind),
  ],
)
