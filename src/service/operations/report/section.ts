import type { Queryable } from '../../platform/db/open.ts'
import type { Period } from './period.ts'

export type Value = string | number | null
/** A table of the report, with amounts in rials. If there is a total, it is the last row. */
export type Section = {
  name: string
  title: string
  columns: readonly string[]
  rows: readonly (readonly Value[])[]
  /** Sums of the columns; null for a column without one. */
  total?: readonly Value[]
  /** Columns whose numbers identify something, such as an invoice, and are printed without separators. */
  identifiers?: readonly string[]
}

export type ReportDeps = { db: Queryable; now: Date }
export type MakeSection = (deps: ReportDeps, period: Period) => Promise<Section>

/** Returns the total of each column of numbers, and null for other columns. */
export function sumColumns(rows: readonly (readonly Value[])[], label: string): Value[] {
  const [first = []] = rows
  return first.map((value, at) => {
    if (at === 0) return label
    if (typeof value !== 'number') return null
    return rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0)
  })
}
