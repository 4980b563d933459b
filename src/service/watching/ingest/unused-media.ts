/**
 * Unused files in the media store: streams and pictures that an ingest or import has replaced. Streams outside
 * `titles/` were added by hand and are kept.
 */
import { like, sql } from 'drizzle-orm'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import type { MediaStore, StoredFile } from '../../platform/adapters/media-store/media-store.ts'
import type { Database } from '../../platform/db/open.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'

/** Younger files may belong to an ingest or import that has not named them yet. */
const MIN_AGE_MS = DAY_MS
const STREAM_PARTS = 3

interface UnusedMedia {
  db: Database
  store: MediaStore
  now: Date
}

export async function unusedMedia({ db, store, now }: UnusedMedia): Promise<StoredFile[]> {
  const before = now.getTime() - MIN_AGE_MS
  // Files are listed before names are read: a name that appears later is either for a file that is not in the list, or
  // read here.
  const streams = await unitsOf(store, 'titles', streamOf)
  const pictures = await unitsOf(store, 'pictures', pictureOf)
  const used = new Set([...(await namedStreams(db)), ...(await namedPictures(db))])
  return [...streams, ...pictures]
    .filter(([name, files]) => !used.has(name) && files.every(({ modified }) => +modified < before))
    .flatMap(([, files]) => files)
}

/** Groups files that are used as a whole: all files of a stream, all sizes of a picture. */
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

/** Returns `titles/abc/primary-1`. */
function streamOf(key: string): string {
  return key.split('/').slice(0, STREAM_PARTS).join('/')
}

/** Returns the path as in the database: `poster/abc`, without width and format. */
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

/** Reads every column with "path" in its name, so that columns added later are included. */
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
