/**
 * The format of a backup: a folder with manifest.json, the rows of each table as gzipped COPY text, the list of media files and, if they
 * are included, the files themselves. SHA256SUMS covers every file, in the format of sha256sum.
 */
import { z } from 'zod'
import { JOBS_SCHEMA } from '../../platform/jobs/queue-tables.ts'

export const FORMAT = 1
export const MANIFEST_FILE = 'manifest.json'
export const CHECKSUMS = 'SHA256SUMS'
export const MEDIA_LIST = 'media.jsonl.gz'
export const MEDIA_FOLDER = 'media'

const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const TableDump = z.object({
  schema: z.enum(['public', JOBS_SCHEMA]),
  name: Name,
  /** Columns in the order of the dump, without generated ones. */
  columns: z.array(Name),
  rows: z.int().min(0),
  /** Size before compression. */
  bytes: z.int().min(0),
})

export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Time by the database's clock, in ISO 8601. */
  created_at: z.iso.datetime(),
  /** `server_version_num`, such as 180004. */
  server_version: z.int(),
  /** The migrations that had run on the database. */
  migrations: z.array(z.object({ tag: z.string(), hash: z.string() })).min(1),
  tables: z.array(TableDump),
  /** Sequences of the schema public; null if the sequence was never used. */
  sequences: z.array(z.object({ name: Name, last_value: z.string().regex(/^\d+$/).nullable() })),
  /** Identifies the SECRET without revealing it. */
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

/** Returns the path of the table's file inside the folder of the backup. */
export function tableFile({ schema, name }: Pick<TableDump, 'schema' | 'name'>): string {
  return `tables/${schema}.${name}.copy.gz`
}
