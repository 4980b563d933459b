/**
 * Prints tables in a terminal. Persian cells are padded by their display width and isolated, so that they do not reorder their neighbours.
 */
import stringWidth from 'string-width'
import { escapeLine } from '#src/lib/text/visible.ts'
import { formatMoment } from './dates.ts'

export type Column = { name: string; align?: 'start' | 'end' }
export type Cell = string | number | boolean | Date | null | undefined

/** The characters FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: each cell chooses its own direction. */
const [FSI, PDI] = ['\u2068', '\u2069']
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
const GAP = '  '

export function startColumns(...names: string[]): Column[] {
  return names.map(name => ({ name }))
}

/** Columns whose cells are aligned at the end. */
export function endColumns(...names: string[]): Column[] {
  return names.map(name => ({ name, align: 'end' }))
}

/** Returns the lines of a table, the header first. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): string[] {
  const texts = rows.map(cells => columns.map((_, at) => textOf(cells[at])))
  const widths = columns.map(({ name }, at) =>
    Math.max(stringWidth(name), ...texts.map(cells => stringWidth(cells[at] ?? ''))),
  )
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((text, at) => padded(text, widths[at] ?? 0, columns[at]?.align ?? 'start'))
      .join(GAP)
      .trimEnd()
  return [lineOf(columns.map(({ name }) => name)), ...texts.map(lineOf)]
}

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '-'
  if (cell instanceof Date) return formatMoment(cell)
  if (typeof cell === 'number') return formatInteger(cell)
  return escapeLine(String(cell))
}

/** Formats bytes as MB with one decimal, such as `12.5`. */
export function formatMegabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(1)
}

/** Formats a number with separators, such as `1,490,000`. */
export function formatInteger(value: number): string {
  return value.toLocaleString('en')
}

function padded(text: string, width: number, align: 'start' | 'end'): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)))
  const shown = RTL.test(text) ? `${FSI}${text}${PDI}` : text
  return align === 'end' ? space + shown : shown + space
}
