/** Tables for a terminal. Persian cells are aligned by the columns they take, and isolated, so that they do not turn others around. */
import stringWidth from 'string-width'
import { visibleLine } from '#src/lib/text/visible.ts'
import { shownTime } from './dates.ts'

export type Column = { name: string; align?: 'start' | 'end' }
export type Cell = string | number | boolean | Date | null | undefined

/** First strong isolate, pop directional isolate: the cell decides its own direction. */
const [FSI, PDI] = ['\u2068', '\u2069']
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
const GAP = '  '

/** The lines of a table, its header first. */
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
  if (cell instanceof Date) return shownTime(cell)
  if (typeof cell === 'number') return shownNumber(cell)
  return visibleLine(String(cell))
}

/** `1,490,000` */
export function shownNumber(value: number): string {
  return value.toLocaleString('en')
}

function padded(text: string, width: number, align: 'start' | 'end'): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)))
  const shown = RTL.test(text) ? `${FSI}${text}${PDI}` : text
  return align === 'end' ? space + shown : shown + space
}
