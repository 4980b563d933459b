/** Exports all data about a user, as rows by table, when the user requests it. */
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/db/open.ts'
import type { Person } from '../../platform/db/personal-data.ts'
import { PERSONAL_DATA } from './personal-data.ts'

/** Rows by table, with database names. Tables without a row of the user are left out. */
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
