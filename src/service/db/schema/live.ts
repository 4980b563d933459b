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
import { columnList } from '../localized.ts'
import { createdAt, id, localizedText, moment, updatedAt } from './columns.ts'
import { contentReference } from './contents.ts'

/** A media playlist of the encoder; `name` is its folder in our URLs. */
export type LiveRendition = { name: string; url: string }

// A live channel and its encoder. One node at a time records it: the holder of the lease.
export const liveChannels = pgTable(
  'live_channels',
  {
    id: id(),
    contentId: contentReference().unique(),
    /** Of the encoder's playlist; no viewer gets it. */
    url: text('url').notNull(),
    /** The encoder is in the operator's own network: its address may be private. */
    isPrivate: boolean('is_private').notNull().default(false),
    /** The multivariant playlist, with the URLs of our media playlists. */
    manifest: text('manifest').notNull(),
    renditions: jsonb('renditions').$type<LiveRendition[]>().notNull(),
    targetSeconds: integer('target_seconds').notNull(),
    recorderId: text('recorder_id'),
    /** Counts the leases, so that files of two recorders have different names. */
    leaseNumber: integer('lease_number').notNull().default(0),
    leaseUntil: moment('lease_until'),
    /** Why the last round failed; null after a round that did not. */
    failure: text('failure'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [check('live_channels_url_form', sql`${t.url} ~ '^https?://'`)],
)

// What was recorded of the last hours, as the playlists list it.
export const liveSegments = pgTable(
  'live_segments',
  {
    channelId: text('channel_id')
      .notNull()
      .references(() => liveChannels.id, { onDelete: 'cascade' }),
    rendition: text('rendition').notNull(),
    /** Our own media sequence number: it goes on when the encoder starts again. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** The discontinuities before it, since the channel was added. */
    discontinuities: integer('discontinuities').notNull(),
    startsAt: moment('starts_at').notNull(),
    seconds: doublePrecision('seconds').notNull(),
    /** In the media store below `live/<channel>/<rendition>`. */
    file: text('file').notNull(),
    /** The initialisation section of fMP4. */
    initFile: text('init_file'),
    bytes: integer('bytes').notNull(),
    /** The encoder listed it, and did not send it. */
    isMissing: boolean('is_missing').notNull().default(false),
    /** The encoder's media sequence number and URI: a new recorder goes on after them. */
    sourceSequence: bigint('source_sequence', { mode: 'number' }).notNull(),
    sourceUri: text('source_uri').notNull(),
  },
  t => [
    primaryKey({ columns: [t.channelId, t.rendition, t.sequence] }),
    index('live_segments_by_time').on(t.startsAt),
  ],
)

// What a channel shows when, by the guide that an operator imports.
export const livePrograms = pgTable(
  'live_programs',
  {
    id: id(),
    channelId: text('channel_id')
      .notNull()
      .references(() => liveChannels.id, { onDelete: 'cascade' }),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    ...localizedText('title'),
    ...localizedText('summary'),
  },
  t => [
    check('live_programs_order', sql`${t.startsAt} < ${t.endsAt}`),
    check('live_programs_titled', sql`num_nonnulls(${columnList(t, 'title')}) > 0`),
    unique('live_programs_one_at_a_time').on(t.channelId, t.startsAt),
    index('live_programs_by_end').on(t.endsAt),
  ],
)
