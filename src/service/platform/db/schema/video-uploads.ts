import { sql } from 'drizzle-orm'
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, enumColumn, id, oneOfCheck, timeColumn, updatedAt } from './columns.ts'
import { contents } from './contents.ts'

export const UPLOAD_STATES = [
  'uploading',
  'waiting',
  'encoding',
  'done',
  'failed',
  'cancelled',
] as const
export const UPLOAD_KINDS = ['primary', 'trailer', 'preview'] as const

// Videos that editors upload in the console, until they are encoded and afterwards as a record of the result.
export const videoUploads = pgTable(
  'video_uploads',
  {
    id: id(),
    contentId: text('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    kind: enumColumn('kind', UPLOAD_KINDS).notNull(),
    filename: text('filename').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** The member who uploads it, as the audit log names members. */
    actor: text('actor').notNull(),
    /** The id of the folder that has the file (src/service/operations/video/upload-folder.ts). */
    folder: text('folder').notNull(),
    state: enumColumn('state', UPLOAD_STATES).notNull().default('uploading'),
    /** The part that is done, from 0 to 1: the encoding is the first half, the storing the second. */
    share: doublePrecision('share').notNull().default(0),
    /** Number of times that a node has begun to encode it. */
    attempts: integer('attempts').notNull().default(0),
    stream: text('stream'),
    report: jsonb('report').$type<Record<string, unknown>>(),
    /** The reason of a failure, a word that the console translates. `detail` is the message of the program. */
    failure: text('failure'),
    detail: text('detail'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: timeColumn('ended_at'),
  },
  t => [
    oneOfCheck('video_uploads_kind_known', t.kind, UPLOAD_KINDS),
    oneOfCheck('video_uploads_state_known', t.state, UPLOAD_STATES),
    uniqueIndex('video_uploads_one_at_a_time')
      .on(t.contentId, t.kind)
      .where(sql`${t.state} in ('uploading', 'waiting', 'encoding')`),
    index('video_uploads_content').on(t.contentId, t.createdAt),
    index('video_uploads_unfinished').on(t.updatedAt).where(sql`${t.state} = 'uploading'`),
    index('video_uploads_age').on(t.createdAt),
  ],
)
