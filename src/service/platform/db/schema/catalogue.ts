import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { CREDIT_ROLES } from '#src/contract/import.ts'
import { CATEGORY_TYPES } from '#src/contract/values.ts'
import { translationColumnList } from '../localized.ts'
import {
  createdAt,
  enumColumn,
  id,
  localizedTextColumns,
  oneOfCheck,
  sortKeyColumn,
  timeColumn,
  updatedAt,
} from './columns.ts'
import { type Chapter, contents, type Track } from './contents.ts'

export const videoKinds = ['primary', 'trailer', 'preview'] as const

export const videoModes = ['vod', 'live', 'audio'] as const

export const artists = pgTable(
  'artists',
  {
    id: id(),
    shortId: text('short_id').notNull().unique(),
    externalId: text('external_id').unique(),
    ...localizedTextColumns('slug', column => column.notNull()),
    ...localizedTextColumns('name'),
    ...localizedTextColumns('bio'),
    imagePath: text('image_path'),
    imageColour: text('image_colour'),
    /** Normalised names, one per line, for the search index (search/catalogue-index.ts). */
    searchText: text('search_text').notNull().default(''),
    sortKey: sortKeyColumn('sort_key').notNull().default(''),
    /** Further names as they were imported; null if an older version wrote the row. */
    aliases: text('aliases').array(),
    contentHash: text('content_hash'),
    removedAt: timeColumn('removed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    check('artists_short_id_form', sql`${t.shortId} ~ '^[0-9A-Za-z]{6,8}$'`),
    check('artists_named', sql`num_nonnulls(${translationColumnList(t, 'name')}) > 0`),
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
    role: enumColumn('role', CREDIT_ROLES).notNull(),
    ...localizedTextColumns('character'),
    position: smallint('position').notNull().default(0),
  },
  t => [
    primaryKey({ columns: [t.contentId, t.artistId, t.role] }),
    oneOfCheck('credits_role_known', t.role, CREDIT_ROLES),
    index('credits_by_artist').on(t.artistId, t.contentId),
  ],
)

// The id is public, as in /categories/{id}/{slug}; imports use the key (`drama`).
export const categories = pgTable(
  'categories',
  {
    id: id(),
    type: enumColumn('type', CATEGORY_TYPES).notNull(),
    key: text('key').notNull(),
    ...localizedTextColumns('slug', column => column.notNull()),
    ...localizedTextColumns('title', column => column.notNull()),
    ...localizedTextColumns('description', column => column.notNull().default('')),
    imagePath: text('image_path'),
    imageColour: text('image_colour'),
    position: smallint('position').notNull().default(0),
    isListed: boolean('is_listed').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    check('categories_id_form', sql`${t.id} ~ '^[0-9A-Za-z]{4,8}$'`),
    oneOfCheck('categories_type_known', t.type, CATEGORY_TYPES),
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
    kind: enumColumn('kind', videoKinds).notNull().default('primary'),
    mode: enumColumn('mode', videoModes).notNull().default('vod'),
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
    oneOfCheck('video_files_kind_known', t.kind, videoKinds),
    oneOfCheck('video_files_mode_known', t.mode, videoModes),
    check('video_files_stream_stays_inside', sql`${t.stream} !~ '(^/|\\.\\.|\\\\|:)'`),
    check(
      'video_files_intro',
      sql`(${t.introStart} is null) = (${t.introEnd} is null) and (${t.introStart} is null or (${t.introStart} >= 0 and ${t.introStart} < ${t.introEnd}))`,
    ),
    unique('video_files_one_a_kind').on(t.contentId, t.kind),
    index('video_files_by_stream').on(t.stream),
  ],
)
