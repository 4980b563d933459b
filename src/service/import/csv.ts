/** Records as a table: a header with the names of fields, then a row for each. Empty cells are fields that are left out. */
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import type { ImportRecord } from '#src/contract/import.ts'
import { quoted } from '#src/lib/text/visible.ts'
import { COLUMNS, isField, readValue, setAt, textOf, valueAt } from './field-value.ts'
import { FileError } from './problem.ts'

/** Spreadsheets take a file for UTF-8 by this. */
const BYTE_ORDER_MARK = '\ufeff'
const DELIMITERS = [',', ';', '\t']
/** A cell that removes a field, where a table changes what is stored. */
export const REMOVES = '-'

export type Row = { number: number; bytes: number; value: Record<string, unknown> }

export function csvHeader(columns = COLUMNS): string {
  return BYTE_ORDER_MARK + stringify([[...columns]])
}

export function csvRow(record: ImportRecord, columns = COLUMNS): string {
  return stringify([columns.map(column => textOf(valueAt(record, column)))])
}

/** @throws FileError that says what is wrong with the table */
export async function* rowsOf(
  source: AsyncIterable<Buffer>,
  { removes = false }: { removes?: boolean } = {},
): AsyncGenerator<Row> {
  const chunks = source[Symbol.asyncIterator]()
  const { value: first = Buffer.alloc(0) } = await chunks.next()
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(first),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 4 * 1024 * 1024,
  })
  Readable.from(joined(first, chunks))
    .on('error', error => parser.destroy(error))
    .pipe(parser)
  let header: string[] | null = null
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (!header) header = checkedHeader(record)
      else yield { number: info.lines, bytes: info.bytes, value: objectOf(header, record, removes) }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileError(`The table is broken: ${error.message}`)
    throw error
  }
}

/** Spreadsheets write the one of their language: what the header has most of. */
function delimiterOf(first: Buffer): string {
  const [header = ''] = first.toString('utf8').split('\n')
  const count = (delimiter: string) => header.split(delimiter).length
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return
    yield value
  }
}

type Parsed = { record: string[]; info: { lines: number; bytes: number } }

function checkedHeader(names: string[]): string[] {
  const header = names.map(name => name.trim())
  const unknown = header.find(name => name !== '' && !isField(name))
  if (unknown !== undefined)
    throw new FileError(
      `The column ${quoted(unknown)} is no field of the format. The first line names them: ${COLUMNS.slice(0, 5).join(', ')} …`,
    )
  if (!header.includes('external_id')) throw new FileError('The column external_id is missing.')
  return header
}

function objectOf(header: readonly string[], cells: readonly string[], removes: boolean) {
  const value: Record<string, unknown> = {}
  for (const [at, text] of cells.entries()) {
    const name = header[at]
    if (text === '') continue
    if (!name) setAt(value, `column ${at + 1}`, text)
    else if (removes && text.trim() === REMOVES) setAt(value, name, null)
    else setAt(value, name, name === 'kind' ? text.trim() : readValue(name, text))
  }
  if (!removes) value.kind ??= 'title'
  return value
}
