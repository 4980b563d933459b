/** Writes the rows of a table in the format of COPY, gzipped, to a file. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { createHashStream } from './checksums.ts'
import { type TableDump, tableFile } from './manifest.ts'
import { type SnapshotTable, tableName } from './snapshot.ts'

export type DumpedTable = {
  dump: TableDump
  /** Path of the file inside the folder of the backup. */
  path: string
  /** SHA-256 of the file. */
  sum: string
  /** Size of the file. */
  bytes: number
}

export async function dumpTable(
  client: pg.Client,
  table: SnapshotTable,
  folder: string,
): Promise<DumpedTable> {
  const { schema, name, columns } = table
  const list = columns.map(column => pg.escapeIdentifier(column)).join(', ')
  const rows = client.query(copyTo(`copy (select ${list} from ${tableName(table)}) to stdout`))
  const plain = createHashStream()
  const stored = createHashStream()
  const path = tableFile(table)
  const file = createWriteStream(join(folder, path), { mode: 0o600, flush: true })
  await pipeline(rows, plain, createGzip(), stored, file)
  return {
    dump: { schema, name, columns, rows: rows.rowCount, bytes: plain.bytes() },
    path,
    sum: stored.sum(),
    bytes: stored.bytes(),
  }
}
