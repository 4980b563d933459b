import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Expiry, Retention } from '../../platform/db/retention.ts'
import { RETENTION } from './policy.ts'

/** The treatment of one kind of row. */
export type Task = {
  /** The table and the column from which the period counts, such as `sessions.revoked_at`. */
  name: string
  table: PgTable
  expiry: Expiry
  action: 'delete' | 'clear'
}

export const TASKS: readonly Task[] = RETENTION.flatMap(tasksOf)

function tasksOf(rule: Retention): Task[] {
  if (!('expiries' in rule)) return []
  return rule.expiries.map(expiry => ({
    name: `${getTableName(rule.table)}.${expiry.from.name}`,
    table: rule.table,
    expiry,
    action: expiry.clears ? 'clear' : 'delete',
  }))
}
