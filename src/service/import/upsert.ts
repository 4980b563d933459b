import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../db/open.ts'
import { artists, videoFiles } from '../db/schema/catalogue.ts'
import { contents } from '../db/schema/contents.ts'
import type { FileInsert } from './file-rows.ts'
import type { ContentInsert } from './title-row.ts'

/** A statement takes 65,535 parameters; a title has some fifty. */
const ROWS_AT_ONCE = 400
/** Never overwritten: ids, and counters that have grown since. */
const PRESERVED = new Set(['id', 'shortId', 'externalId', 'createdAt', 'likes', 'dislikes'])

export async function upsertContents(tx: Tx, rows: readonly ContentInsert[]): Promise<void> {
  const first = rows[0]
  if (!first) return
  const set = {
    ...excluded(contents, uniformKeys(rows)),
    viewCount: sql`greatest(${contents.viewCount}, excluded.view_count)`,
    saleCount: sql`greatest(${contents.saleCount}, excluded.sale_count)`,
  }
  for (const part of parts(rows))
    await tx.insert(contents).values(part).onConflictDoUpdate({ target: contents.externalId, set })
}

export async function upsertArtists(
  tx: Tx,
  rows: readonly (typeof artists.$inferInsert)[],
): Promise<void> {
  if (rows.length === 0) return
  const set = excluded(artists, uniformKeys(rows))
  for (const part of parts(rows))
    await tx.insert(artists).values(part).onConflictDoUpdate({ target: artists.externalId, set })
}

export async function upsertFiles(tx: Tx, rows: readonly FileInsert[]): Promise<void> {
  if (rows.length === 0) return
  const set = excluded(videoFiles, uniformKeys(rows))
  const target = [videoFiles.contentId, videoFiles.kind]
  for (const part of parts(rows))
    await tx.insert(videoFiles).values(part).onConflictDoUpdate({ target, set })
}

export function* parts<T>(rows: readonly T[], size = ROWS_AT_ONCE): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

function uniformKeys(rows: readonly object[]): Set<string> {
  return new Set(rows.flatMap(row => Object.keys(row)))
}

function excluded(table: PgTable, keys: ReadonlySet<string>): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table))
  return Object.fromEntries(
    columns
      .filter(([key]) => keys.has(key) && !PRESERVED.has(key))
      .map(([key, column]) => [key, sql.raw(`excluded."${column.name}"`)]),
  )
}
