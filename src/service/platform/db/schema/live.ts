import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { translationColumnList } from '../localized.ts'
import { createdAt, id, localizedTextColumns, timeColumn, updatedAt } from './columns.ts'
import { contentReference } from './contents.ts'

/** A media playlist of the encoder; `name` is its folder in our URLs. */
export type LiveRendition = { name: string; url: string }

// A live channel and its encoder. One node at a time records it: the holder of the lease.
export const liveChannels = pgTable(
  'live_channels',
  {
    id: id(),
    contentId: contentReference().unique(),
    /** URL of the encoder's playlist; it is never sent to viewers. */
    url: text('url').notNull(),
    /** True if the encoder is in the operator's network: its address may be private. */
    isPrivate: boolean('is_private').notNull().default(false),
    /** The multivariant playlist, with the URLs of our media playlists. */
    manifest: text('manifest').notNull(),
    renditions: jsonb('renditions').$type<LiveRendition[]>().notNull(),
    targetSeconds: integer('target_seconds').notNull(),
    recorderId: text('recorder_id'),
    /** Number of leases so far, so that files of two recorders have different names. */
    leaseNumber: integer('lease_number').notNull().default(0),
    leaseUntil: timeColumn('lease_until'),
    /** Failure of the last round; null if it succeeded. */
    failure: text('failure'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [check('live_channels_url_form', sql`${t.url} ~ '^https?://'`)],
)

// Segments recorded in the last hours, as the playlists list them.
export const liveSegments = pgTable(
  'live_segments',
  {
    channelId: text('channel_id')
      .notNull()
      .references(() => liveChannels.id, { onDelete: 'cascade' }),
    rendition: text('rendition').notNull(),
    /** Our own media sequence number, which continues when the encoder restarts. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** Number of discontinuities before it since the channel was added. */
    discontinuities: integer('discontinuities').notNull(),
    startsAt: timeColumn('starts_at').notNull(),
    seconds: doublePrecision('seconds').notNull(),
    /** Path in the media store below `live/<channel>/<rendition>`. */
    file: text('file').notNull(),
    /** The initialisation section of fMP4. */
    initFile: text('init_file'),
    bytes: integer('bytes').notNull(),
    /** True if the encoder listed it but did not send it. */
    isMissing: boolean('is_missing').notNull().default(false),
    /** The encoder's media sequence number and URI, from which a new recorder continues. */
    sourceSequence: bigint('source_sequence', { mode: 'number' }).notNull(),
    sourceUri: text('source_uri').notNull(),
  },
  t => [
    primaryKey({ columns: [t.channelId, t.rendition, t.sequence] }),
    index('live_segments_by_time').on(t.startsAt),
  ],
)

// Programme of a channel, from the guide that an operator imports.
export const livePrograms = pgTable(
  'live_programs',
  {
    id: id(),
    channelId: text('channel_id')
      .notNull()
      .references(() => liveChannels.id, { onDelete: 'cascade' }),
    startsAt: timeColumn('starts_at').notNull(),
    endsAt: timeColumn('ends_at').notNull(),
    ...localizedTextColumns('title'),
    ...localizedTextColumns('summary'),
  },
  t => [
    check('live_programs_order', sql`${t.startsAt} < ${t.endsAt}`),
    check('live_programs_titled', sql`num_nonnulls(${translationColumnList(t, 'title')}) > 0`),
    unique('live_programs_one_at_a_time').on(t.channelId, t.startsAt),
    index('live_programs_by_end').on(t.endsAt),
  ],
)
