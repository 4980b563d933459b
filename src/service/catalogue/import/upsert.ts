/** Rows are sent as one parameter: a statement with one parameter per value takes longer to parse than to run. */
import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/open.ts'
import { artists, credits, videoFiles } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { CreditInsert } from './artist-rows.ts'
import type { FileInsert } from './file-rows.ts'
import type { ContentInsert } from './title-row.ts'

const ROWS_AT_ONCE = 1_000
/** Columns that are never overwritten: ids, and counters that have grown since. */
const PRESERVED = new Set(['id', 'shortId', 'externalId', 'createdAt', 'likes', 'dislikes'])

type Conflict = { target: PgColumn[]; set: Record<string, SQL> }

export async function upsertContents(tx: Tx, rows: readonly ContentInsert[]): Promise<void> {
  const set = {
    ...excluded(contents, uniformKeys(rows)),
    viewCount: sql`greatest(${contents.viewCount}, excluded.view_count)`,
    saleCount: sql`greatest(${contents.saleCount}, excluded.sale_count)`,
  }
  await insert(tx, contents, rows, { target: [contents.externalId], set })
}

export async function upsertArtists(
  tx: Tx,
  rows: readonly (typeof artists.$inferInsert)[],
): Promise<void> {
  const set = excluded(artists, uniformKeys(rows))
  await insert(tx, artists, rows, { target: [artists.externalId], set })
}

export async function upsertFiles(tx: Tx, rows: readonly FileInsert[]): Promise<void> {
  const set = excluded(videoFiles, uniformKeys(rows))
  await insert(tx, videoFiles, rows, { target: [videoFiles.contentId, videoFiles.kind], set })
}

export async function insertCredits(tx: Tx, rows: readonly CreditInsert[]): Promise<void> {
  await insert(tx, credits, rows)
}

export function* parts<T>(rows: readonly T[], size = ROWS_AT_ONCE): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

/** All rows must have the same keys. */
async function insert(
  tx: Tx,
  table: PgTable,
  rows: readonly object[],
  conflict?: Conflict,
): Promise<void> {
  if (rows.length === 0) return
  const keys = uniformKeys(rows)
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => keys.has(key))
  const names = listOf(columns.map(([, { name }]) => sql.identifier(name)))
  const typed = listOf(
    columns.map(([, each]) => sql`${sql.identifier(each.name)} ${sql.raw(each.getSQLType())}`),
  )
  for (const part of parts(rows)) {
    const named = part.map(row =>
      Object.fromEntries(
        columns.map(([key, { name }]) => [name, (row as Record<string, unknown>)[key]]),
      ),
    )
    await tx.execute(sql`insert into ${sql.identifier(getTableName(table))} (${names})
      select ${names} from json_to_recordset(${jsonOf(named)}::json) as given (${typed})
      ${conflict ? onConflict(table, conflict) : sql``}`)
  }
}

function onConflict(table: PgTable, { target, set }: Conflict): SQL {
  const columns = getTableColumns(table)
  const targets = listOf(target.map(({ name }) => sql.identifier(name)))
  const assignments = Object.entries(set).map(
    ([key, value]) => sql`${sql.identifier(columns[key]?.name ?? key)} = ${value}`,
  )
  return sql`on conflict (${targets}) do update set ${listOf(assignments)}`
}

function listOf(items: ReadonlyArray<Parameters<typeof sql.join>[0][number]>): SQL {
  return sql.join([...items], sql.raw(', '))
}

/** PostgreSQL rejects JSON with a lone surrogate, so it becomes the replacement character, as in a text parameter. */
function jsonOf(rows: unknown): string {
  const json = JSON.stringify(rows)
  if (!/\\ud[89a-f]/.test(json)) return json
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
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
