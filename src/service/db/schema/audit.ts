import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

// Rows only grow: a trigger in the migrations rejects any change.
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: createdAt(),
    actor: text('actor').notNull(),
    host: text('host').notNull(),
    /** `noun.verb` of the command. */
    action: text('action').notNull(),
    /** The id of what was changed; a person's id, never a number. */
    target: text('target').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  t => [index('audit_log_target').on(t.target, t.id), index('audit_log_action').on(t.action, t.id)],
)
