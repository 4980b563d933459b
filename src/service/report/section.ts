import type { Queryable } from '../db/open.ts'
import type { Period } from './period.ts'

export type Value = string | number | null
/** A table of the report. Amounts are rials; a total is the last row where there is one. */
export type Section = {
  name: string
  title: string
  columns: readonly string[]
  rows: readonly (readonly Value[])[]
  /** Sums of the columns, or null where a column has none. */
  total?: readonly Value[]
}

export type ReportDeps = { db: Queryable; now: Date }
export type MakeSection = (deps: ReportDeps, period: Period) => Promise<Section>

/** What stands in the total below a column of numbers; null below the others. */
export function totalOf(rows: readonly (readonly Value[])[], label: string): Value[] {
  const [first = []] = rows
  return first.map((value, at) => {
    if (at === 0) return label
    if (typeof value !== 'number') return null
    return rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0)
  })
}
