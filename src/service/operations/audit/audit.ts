/** Records in the audit log which operator did what, when and to whom. A trigger rejects any change or deletion of its rows. */
import { hostname } from 'node:os'
import type { Queryable } from '../../platform/db/open.ts'
import { auditLog } from '../../platform/db/schema/audit.ts'

export type AuditEntry = {
  /** The operator: `--as NAME`, or the name of the account on the machine. */
  actor: string
  /** The noun and the verb, such as `users.block`. */
  action: string
  /** The id of the changed row. For a user the id, never the number, because the log outlives the user's data. */
  target: string
  details: Record<string, unknown>
}

export async function recordAudit(db: Queryable, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values({ ...entry, host: hostname() })
}
