import { and, desc, eq, ilike, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { auditLog } from '../../platform/db/schema/audit.ts'

export type AuditFilter = {
  actor: string | null
  /** An action such as `users.block`, or a noun such as `users` for all of its verbs. */
  action: string | null
  target: string | null
  count: number
}
export type AuditRow = typeof auditLog.$inferSelect

/** Returns the newest entries first. */
export function listAuditEntries(db: Queryable, filter: AuditFilter): Promise<AuditRow[]> {
  const { actor, action, target, count } = filter
  const conditions: (SQL | undefined)[] = [
    actor === null ? undefined : eq(auditLog.actor, actor),
    target === null ? undefined : eq(auditLog.target, target),
    action === null
      ? undefined
      : action.includes('.')
        ? eq(auditLog.action, action)
        : ilike(auditLog.action, `${action}.%`),
  ]
  return db
    .select()
    .from(auditLog)
    .where(and(...conditions))
    .orderBy(desc(auditLog.id))
    .limit(count)
}
