/** Tables as CSV files: a header with field names, then one row per record. Empty cells are omitted fields. */
import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import type { ImportRecord } from '#src/contract/import.ts'
import { COLUMNS, cellText, getField } from './field-value.ts'
import { FORMULA, type TableRecord } from './table-rows.ts'

/** Spreadsheets recognise UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\ufeff'
const DELIMITERS = [',', ';', '\t']
/** The line by which Excel recognises the delimiter. */
const DELIMITER_LINE = /^\ufeff?"?sep=(.)"?[ \t]*(\r\n|\r|\n)/i

export function csvHeader(columns = COLUMNS): string {
  return BYTE_ORDER_MARK + stringify([[...columns]])
}

export function csvRow(record: ImportRecord, columns = COLUMNS): string {
  return stringify([columns.map(column => withApostrophe(cellText(getField(record, column))))])
}

/** An apostrophe keeps a cell from being read as a formula; `withoutApostrophe` removes it again. */
function withApostrophe(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/**
 * Yields the records of a CSV file, the header too.
 * @param source text in UTF-8
 */
export async function* csvRecords(source: AsyncIterable<Buffer>): AsyncGenerator<TableRecord> {
  const chunks = source[Symbol.asyncIterator]()
  const { value: first = Buffer.alloc(0) } = await chunks.next()
  const [declaration = '', declared] = DELIMITER_LINE.exec(first.toString('utf8', 0, 20)) ?? []
  const body = first.subarray(Buffer.byteLength(declaration))
  const linesBefore = declaration === '' ? 0 : 1
  const broken: (CsvError & { lines?: number })[] = []
  const parser = parse({
    bom: true,
    delimiter: declared ?? delimiterOf(body),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 4 * 1024 * 1024,
    skip_records_with_error: true,
    on_skip: error => void (error && broken.push(error)),
  })
  Readable.from(joined(body, chunks))
    .on('error', error => parser.destroy(error))
    .pipe(parser)
  let bytes = 0
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    bytes = info.bytes
    yield { cells: record, number: info.lines + linesBefore, bytes }
  }
  for (const { message, lines } of broken) {
    const failure = `cannot be parsed as a row of the table: ${message}`
    yield { cells: [], number: (lines ?? 1) + linesBefore, bytes, failure }
  }
}

/** Returns the most frequent delimiter of the header, because spreadsheets use the one of their locale. */
function delimiterOf(first: Buffer): string {
  const [header = ''] = first.toString('utf8').split(/[\r\n]/, 1)
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
