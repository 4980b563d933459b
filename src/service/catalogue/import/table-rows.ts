/** Turns the records of a table, of whatever file, into records of an import: the first one names the fields. */
import { quoteText } from '#src/lib/text/visible.ts'
import { COLUMNS, isImportField, parseCell, setField } from './field-value.ts'
import { fieldOfPersianHeading } from './persian-words.ts'
import { FileError, type Problem } from './problem.ts'
import { visibleText } from './written-value.ts'

/** Text that a spreadsheet would run as a formula, with any number of apostrophes before it. */
export const FORMULA = /^'*[=+\-@\t\r]/

/** Cell that removes a field when a table changes stored records. */
const REMOVAL_MARK = '-'
/** Values that a spreadsheet saves for a formula that failed, or for a number in a narrow column. */
const CELL_ERROR =
  /^(?:#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)|Err:\d{3}|#{3,})$/
/** A long number as a spreadsheet shows it. As an id it no longer tells records apart. */
const SHORTENED_NUMBER = /^\d[.,]\d+E\+\d+$/i

/** A row of a file, the header too. */
export type TableRecord = {
  cells: readonly string[]
  /** Number of the line or row in its file, from 1. */
  number: number
  /** Bytes of the file that have been read. */
  bytes: number
  /** The reason if the row could not be parsed. */
  failure?: string
}
/** The field that a member of the team chose for a column, by its heading or its number. Null leaves the column out. */
export type ColumnChoice = { column: string; field: string | null }
export type Row = {
  number: number
  bytes: number
  value: Record<string, unknown>
  /** Problems of the cells, which a record cannot show. */
  problems: CellProblem[]
}
type CellProblem = Omit<Problem, 'line'>

function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}

export type LeftOutColumn = { column: number; heading: string; values: number }
type Options = {
  removes?: boolean
  choices?: readonly ColumnChoice[]
  /** Called at the end for each column that was left out by choice and has values. */
  onLeftOut?: (column: LeftOutColumn) => void
}

/** Yields the rows below the header; those without any value are skipped. @throws FileError that describes the problem with the header */
export async function* parseTable(
  records: AsyncIterable<TableRecord>,
  { removes = false, choices = [], onLeftOut }: Options = {},
): AsyncGenerator<Row> {
  let header: Column[] | null = null
  const leftOut = new Map<number, LeftOutColumn>()
  for await (const { cells, number, bytes, failure } of records) {
    if (failure !== undefined) {
      if (!header) throw new FileError(`The first line ${failure}`)
      yield { number, bytes, value: {}, problems: [{ field: '', reason: failure }] }
    } else if (!cells.some(cell => visibleText(cell) !== '')) continue
    else if (!header) {
      header = checkedHeader(cells, choices)
      for (const [at, { isLeftOut }] of header.entries())
        if (isLeftOut)
          leftOut.set(at, { column: at + 1, heading: visibleText(cells[at] ?? ''), values: 0 })
    } else {
      for (const [at, column] of leftOut)
        if (visibleText(cells[at] ?? '') !== '') column.values += 1
      yield {
        number,
        bytes,
        value: objectOf(header, cells, removes),
        problems: cellProblems(header, cells),
      }
    }
  }
  for (const column of leftOut.values()) if (column.values > 0) onLeftOut?.(column)
}

const EXAMPLES = 3

export type TableColumn = {
  column: number
  heading: string
  /** The field that the heading means; null if the import does not know it. */
  field: string | null
  values: number
  examples: string[]
}

/** Returns the columns with the fields that their headings mean, and the number of rows below them. */
export async function describeTable(
  records: AsyncIterable<TableRecord>,
): Promise<{ columns: TableColumn[]; rows: number }> {
  const columns: TableColumn[] = []
  let rows = -1
  for await (const { cells } of records) {
    if (!cells.some(cell => visibleText(cell) !== '')) continue
    rows += 1
    for (const [at, cell] of cells.entries()) {
      const text = visibleText(cell)
      if (rows === 0) {
        const { field } = columnOf(cell)
        const isNew = isImportField(field) && !columns.some(column => column.field === field)
        columns.push({
          column: at + 1,
          heading: text,
          field: isNew ? field : null,
          values: 0,
          examples: [],
        })
        continue
      }
      const column = columns[at]
      if (!column || text === '') continue
      column.values += 1
      if (column.examples.length < EXAMPLES && !column.examples.includes(text))
        column.examples.push(text.slice(0, 80))
    }
  }
  return { columns, rows: Math.max(0, rows) }
}

function isColumn(chosen: string, heading: string, at: number): boolean {
  return chosen === String(at + 1) || visibleText(chosen) === visibleText(heading)
}

/** A column of the table: its field, and true if its heading is Persian. */
type Column = { field: string; isPersian: boolean; isLeftOut?: true }

function checkedHeader(names: readonly string[], choices: readonly ColumnChoice[]): Column[] {
  for (const { column } of choices)
    if (!names.some((name, at) => isColumn(column, name, at)))
      throw new FileError(`The table has no column ${quoteText(column)}.`)
  const columns = names.map((name, at): Column => {
    const choice = choices.find(({ column }) => isColumn(column, name, at))
    if (!choice) return columnOf(name)
    if (choice.field === null) return { field: '', isPersian: false, isLeftOut: true }
    return { field: choice.field, isPersian: true }
  })
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
    const { field: name, isPersian = false, isLeftOut } = header[at] ?? {}
    if (isLeftOut) continue
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
    const { field = `column ${at + 1}`, isLeftOut } = header[at] ?? {}
    if (isLeftOut) return []
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
