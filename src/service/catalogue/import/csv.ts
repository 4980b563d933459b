/** Records as a table: a header with field names, then one row per record. Empty cells are omitted fields. */
import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import type { ImportRecord } from '#src/contract/import.ts'
import { quoteText } from '#src/lib/text/visible.ts'
import { COLUMNS, cellText, getField, isImportField, parseCell, setField } from './field-value.ts'
import { fieldOfPersianHeading } from './persian-words.ts'
import { FileError, type Problem } from './problem.ts'
import { visibleText } from './written-value.ts'

/** Spreadsheets recognise UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\ufeff'
const DELIMITERS = [',', ';', '\t']
/** Cell that removes a field when a table changes stored records. */
const REMOVAL_MARK = '-'
/** The line by which Excel recognises the delimiter. */
const DELIMITER_LINE = /^\ufeff?"?sep=(.)"?[ \t]*(\r\n|\r|\n)/i
/** Values that a spreadsheet saves for a formula that failed, or for a number in a narrow column. */
const CELL_ERROR =
  /^(?:#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)|Err:\d{3}|#{3,})$/
/** A long number as a spreadsheet shows it. As an id it no longer tells records apart. */
const SHORTENED_NUMBER = /^\d[.,]\d+E\+\d+$/i

export type Row = {
  number: number
  bytes: number
  value: Record<string, unknown>
  /** Problems of the cells, which a record cannot show. */
  problems: CellProblem[]
}
type CellProblem = Omit<Problem, 'line'>

export function csvHeader(columns = COLUMNS): string {
  return BYTE_ORDER_MARK + stringify([[...columns]])
}

export function csvRow(record: ImportRecord, columns = COLUMNS): string {
  return stringify([columns.map(column => withApostrophe(cellText(getField(record, column))))])
}

/** Text that a spreadsheet would run as a formula, with any number of apostrophes before it. */
const FORMULA = /^'*[=+\-@\t\r]/

/** An apostrophe keeps a cell from being read as a formula; `withoutApostrophe` removes it again. */
function withApostrophe(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}

/**
 * Parses the rows of a table; rows without any value are skipped.
 * @param source text in UTF-8
 * @throws FileError that describes the problem with the header
 */
export async function* parseTable(
  source: AsyncIterable<Buffer>,
  { removes = false }: { removes?: boolean } = {},
): AsyncGenerator<Row> {
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
  let header: Column[] | null = null
  let bytes = 0
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    bytes = info.bytes
    if (!header) header = checkedHeader(record)
    else if (record.some(cell => visibleText(cell) !== ''))
      yield {
        number: info.lines + linesBefore,
        bytes,
        value: objectOf(header, record, removes),
        problems: cellProblems(header, record),
      }
  }
  for (const { message, lines } of broken) {
    const reason = `cannot be parsed as a row of the table: ${message}`
    if (!header) throw new FileError(`The first line ${reason}`)
    const number = (lines ?? 1) + linesBefore
    yield { number, bytes, value: {}, problems: [{ field: '', reason }] }
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

/** A column of the table: its field, and true if its heading is Persian. */
type Column = { field: string; isPersian: boolean }

function checkedHeader(names: string[]): Column[] {
  const columns = names.map(columnOf)
  const header = columns.map(({ field }) => field)
  for (const [at, name] of header.entries()) {
    if (name !== '' && !isImportField(name))
      throw new FileError(
        `The column ${quoteText(names[at] ?? '')} is not a field of the format. The first line must name fields: ${COLUMNS.slice(0, 5).join(', ')} …`,
      )
    if (name !== '' && header.indexOf(name) !== at)
      throw new FileError(
        `The column ${nameOf(names[at], name)} appears twice. Remove one of them.`,
      )
  }
  if (!header.includes('external_id'))
    throw new FileError(
      'The column external_id («شناسه») is missing: each record needs an id that never changes.',
    )
  return columns
}

/** Returns a field as the file names it, and its name in the format if that is another one. */
function nameOf(heading: string | undefined, field: string): string {
  const written = visibleText(heading ?? '')
  return fieldOfPersianHeading(written) ? `${field} (${quoteText(written)})` : field
}

/** Reads the heading of a column: in Persian, or in any letter case and with spaces or hyphens: `External ID`. */
function columnOf(name: string): Column {
  const plain = visibleText(name)
  const persian = fieldOfPersianHeading(plain)
  if (persian) return { field: persian, isPersian: true }
  const field = isImportField(plain) ? plain : plain.toLowerCase().replace(/[\s-]+/g, '_')
  return { field, isPersian: false }
}

function objectOf(header: readonly Column[], cells: readonly string[], removes: boolean) {
  const value: Record<string, unknown> = {}
  for (const [at, text] of cells.entries()) {
    const { field: name, isPersian = false } = header[at] ?? {}
    const plain = visibleText(text)
    if (plain === '') continue
    if (!name) setField(value, `column ${at + 1}`, text)
    else if (removes && plain === REMOVAL_MARK) setField(value, name, null)
    else if (name === 'kind') setField(value, name, plain.toLowerCase())
    else setField(value, name, parseCell(name, withoutApostrophe(text), isPersian))
  }
  if (!removes) value.kind ??= 'title'
  return value
}

function cellProblems(header: readonly Column[], cells: readonly string[]): CellProblem[] {
  return cells.flatMap((cell, at) => {
    const { field = `column ${at + 1}` } = header[at] ?? {}
    const text = visibleText(cell)
    if (CELL_ERROR.test(text))
      return [
        {
          field,
          reason: `is ${quoteText(text)}, which a spreadsheet saves for a value that it cannot show`,
        },
      ]
    if (field === 'external_id' && SHORTENED_NUMBER.test(text))
      return [
        {
          field,
          reason: `is ${quoteText(text)}, a number that a spreadsheet has shortened: format the column as text`,
        },
      ]
    return []
  })
}
