/** The audit log: who of the team did what, when and to whom. Rows are never changed or deleted; a trigger holds that. */
import { hostname } from 'node:os'
import type { Queryable } from '../db/open.ts'
import { auditLog } from '../db/schema/audit.ts'

export type AuditEntry = {
  /** The operator: `--as NAME`, or the name of the account on the machine. */
  actor: string
  /** `users.block` */
  action: string
  /** The id of what was changed. Of a person the id, never the number: the log outlives the person's data. */
  target: string
  details: Record<string, unknown>
}

export async function recordAudit(db: Queryable, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values({ ...entry, host: hostname() })
}
