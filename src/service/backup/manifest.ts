/**
 * What a backup is: a folder with manifest.json, the rows of each table as gzipped text of COPY, the list of the media and, where
 * they are included, the media. SHA256SUMS covers every file, in the format of sha256sum.
 */
import { z } from 'zod'
import { JOBS_SCHEMA } from '../jobs/queue-tables.ts'

export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const CHECKSUMS = 'SHA256SUMS'
export const MEDIA_LIST = 'media.jsonl.gz'
export const MEDIA_FOLDER = 'media'

const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const TableDump = z.object({
  schema: z.enum(['public', JOBS_SCHEMA]),
  name: Name,
  /** Without generated ones, in the order of the dump. */
  columns: z.array(Name),
  rows: z.int().min(0),
  /** Before compression. */
  bytes: z.int().min(0),
})

export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** ISO 8601, by the clock of the database. */
  created_at: z.iso.datetime(),
  /** `server_version_num`, such as 180004. */
  server_version: z.int(),
  /** Those that the database had run. */
  migrations: z.array(z.object({ tag: z.string(), hash: z.string() })).min(1),
  tables: z.array(TableDump),
  /** Sequences of the schema public; null was never used. */
  sequences: z.array(z.object({ name: Name, last_value: z.string().regex(/^\d+$/).nullable() })),
  /** Names the SECRET, and tells nothing of it. */
  secret_id: z.string(),
  media: z.object({
    mode: z.enum(['include', 'list']),
    store: z.string(),
    files: z.int().min(0),
    bytes: z.int().min(0),
  }),
})

export type Manifest = z.infer<typeof Manifest>
export type TableDump = z.infer<typeof TableDump>
export type MediaMode = Manifest['media']['mode']

/** Inside the folder of the backup. */
export function fileOf({ schema, name }: Pick<TableDump, 'schema' | 'name'>): string {
  return `tables/${schema}.${name}.copy.gz`
}
