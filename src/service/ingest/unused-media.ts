/**
 * Files in the media store that nothing names any more: streams that ingest has replaced, and pictures that an import has. Streams
 * outside of `titles/` were put there by hand and stay.
 */
import { like, sql } from 'drizzle-orm'
import type { MediaStore, StoredFile } from '../adapters/media-store/media-store.ts'
import type { Database } from '../db/open.ts'
import { videoFiles } from '../db/schema/catalogue.ts'

/** Younger files may belong to an ingest or import that has not named them yet. */
const MIN_AGE_MS = 24 * 60 * 60 * 1_000
const STREAM_PARTS = 3

export interface UnusedMedia {
  db: Database
  store: MediaStore
  now: Date
}

export async function unusedMedia({ db, store, now }: UnusedMedia): Promise<StoredFile[]> {
  const before = now.getTime() - MIN_AGE_MS
  // Listed first: what is named after that is not in the list, or is named by now.
  const streams = await unitsOf(store, 'titles', streamOf)
  const pictures = await unitsOf(store, 'pictures', pictureOf)
  const used = new Set([...(await namedStreams(db)), ...(await namedPictures(db))])
  return [...streams, ...pictures]
    .filter(([name, files]) => !used.has(name) && files.every(({ modified }) => +modified < before))
    .flatMap(([, files]) => files)
}

/** What is used or not as a whole: all files of a stream, all sizes of a picture. */
async function unitsOf(store: MediaStore, folder: string, nameOf: (key: string) => string) {
  const units = new Map<string, StoredFile[]>()
  for await (const file of store.list(folder)) {
    const name = nameOf(file.key)
    const unit = units.get(name)
    if (unit) unit.push(file)
    else units.set(name, [file])
  }
  return units
}

/** `titles/abc/primary-1` */
function streamOf(key: string): string {
  return key.split('/').slice(0, STREAM_PARTS).join('/')
}

/** As in the database: `poster/abc`, without width and format. */
function pictureOf(key: string): string {
  return key.replace(/^pictures\//, '').replace(/-\d+\.\w+$/, '')
}

async function namedStreams(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ stream: videoFiles.stream })
    .from(videoFiles)
    .where(like(videoFiles.stream, 'titles/%'))
  return rows.map(({ stream }) => stream)
}

/** Every column that is called a path: one that is added later cannot be forgotten here. */
async function namedPictures(db: Database): Promise<string[]> {
  const columns = await db.execute<{ table_name: string; column_name: string }>(
    sql`select table_name, column_name from information_schema.columns
      where table_schema = current_schema() and data_type = 'text' and column_name like '%\\_path'`,
  )
  const names: string[] = []
  for (const { table_name, column_name } of columns.rows) {
    const [table, column] = [sql.identifier(table_name), sql.identifier(column_name)]
    const { rows } = await db.execute<{ path: string }>(
      sql`select distinct ${column} as path from ${table} where ${column} is not null`,
    )
    names.push(...rows.map(({ path }) => path))
  }
  return names
}
