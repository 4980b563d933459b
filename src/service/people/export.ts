/** What is known about a person, as rows of its tables: for the person, by request. */
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/open.ts'
import type { Person } from '../db/personal-data.ts'
import { PERSONAL_DATA } from './personal-data.ts'

/** Table → rows, by their names in the database. Tables without a row of the person are left out. */
export type PersonalExport = Record<string, Record<string, unknown>[]>

export async function exportPerson(db: Queryable, person: Person): Promise<PersonalExport> {
  const found: PersonalExport = {}
  for (const { table, of, hides = [], isInternal } of PERSONAL_DATA) {
    if (isInternal) continue
    const columns = Object.values<PgColumn>(getTableColumns(table)).filter(
      column => !hides.some(({ name }) => name === column.name),
    )
    const rows = await db
      .select(Object.fromEntries(columns.map(column => [column.name, column])))
      .from(table)
      .where(of(person))
      .orderBy(sql`1`)
    if (rows.length > 0) found[getTableName(table)] = rows
  }
  return found
}
