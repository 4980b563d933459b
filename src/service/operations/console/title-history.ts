/** Reads the changes of a title from the audit log, newest first. Editors see the lines of a title and no other ones. */
import { desc, eq, inArray, or } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { auditLog } from '../../platform/db/schema/audit.ts'
import { contents } from '../../platform/db/schema/contents.ts'

const SHOWN = 30

export type TitleChange = {
  at: Date
  actor: string
  action: string
  fields: string[]
  reason: string | null
}

export async function readTitleHistory(db: Queryable, name: string): Promise<TitleChange[]> {
  const [title] = await db
    .select({ id: contents.id, externalId: contents.externalId, shortId: contents.shortId })
    .from(contents)
    .where(or(eq(contents.externalId, name), eq(contents.shortId, name)))
  if (!title) return []
  const { id, externalId, shortId } = title
  const rows = await db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.target, [id, shortId, ...(externalId ? [externalId] : [])]))
    .orderBy(desc(auditLog.id))
    .limit(SHOWN)
  return rows.map(({ at, actor, action, details }) => ({
    at,
    actor,
    action,
    fields: Array.isArray(details.fields) ? details.fields.map(String) : [],
    reason: typeof details.reason === 'string' ? details.reason : null,
  }))
}
