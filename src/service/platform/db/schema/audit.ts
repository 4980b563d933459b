import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

// Rows are only added: a trigger in the migrations rejects any change.
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: createdAt(),
    actor: text('actor').notNull(),
    host: text('host').notNull(),
    /** `noun.verb` of the command. */
    action: text('action').notNull(),
    /** Id of the changed object; for a person the user id, never the mobile number. */
    target: text('target').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  t => [index('audit_log_target').on(t.target, t.id), index('audit_log_action').on(t.action, t.id)],
)
