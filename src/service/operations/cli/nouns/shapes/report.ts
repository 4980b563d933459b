/** Prints a report, or formats it as JSON or CSV. */
import { csvText } from '#src/lib/text/csv.ts'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { jalaliDay } from '../../../report/money.ts'
import type { Period } from '../../../report/period.ts'
import type { Section } from '../../../report/section.ts'
import type { Part } from '../../framework/result.ts'

/** Returns the first and the last day; the last day is the one that ends at `to`. */
function daysOf({ from, to }: Period): { from: string; to: string } {
  const last = new Date(to.getTime() - MINUTE_MS)
  return { from: toWire(from).slice(0, 10), to: toWire(last).slice(0, 10) }
}

export function sectionsWire(period: Period, sections: readonly Section[]) {
  return {
    ...daysOf(period),
    sections: Object.fromEntries(
      sections.map(({ name, columns, rows, total }) => [
        name,
        {
          rows: rows.map(row => record(columns, row)),
          ...(total && { total: record(columns, total) }),
        },
      ]),
    ),
  }
}

function record(columns: readonly string[], row: Section['rows'][number]) {
  return Object.fromEntries(
    columns.map((column, at) => [column.toLowerCase().replaceAll(' ', '_'), row[at] ?? null]),
  )
}

export function presentSections(period: Period, sections: readonly Section[]): Part[] {
  const { from, to } = daysOf(period)
  return [
    `${from} to ${to} (${jalaliDay(from)} to ${jalaliDay(to)})`,
    ...sections.flatMap(section => ['', section.title, table(section)]),
  ]
}

function table({ columns, rows: values, total, identifiers = [] }: Section): Part {
  const isNumber = (at: number) => values.some(row => typeof row[at] === 'number')
  const isIdentifier = (at: number) => identifiers.includes(columns[at] ?? '')
  const rows = values.map(row =>
    row.map((value, at) => (value !== null && isIdentifier(at) ? String(value) : value)),
  )
  return {
    columns: columns.map((name, at) => ({ name, align: isNumber(at) ? 'end' : 'start' })),
    rows: total && rows.length > 1 ? [...rows, total.map(value => value ?? '')] : rows,
  }
}

/** Writes one section as a plain table; with several, each has its title above. Totals are left out, because spreadsheets compute them. */
export function sectionsCsv(sections: readonly Section[]): string {
  const [only, more] = sections
  if (only && !more) return csvText(only.columns, only.rows)
  return sections
    .map(({ title, columns, rows }) => `${csvText([title], [])}${csvText(columns, rows)}`)
    .join('\r\n')
}
