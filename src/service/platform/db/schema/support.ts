import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { Department, SupportTicketStatus } from '#src/contract/support.ts'
import { createdAt, enumColumn, id, oneOfCheck, updatedAt } from './columns.ts'
import { users } from './users.ts'

const authors = ['user', 'support'] as const

export const supportTickets = pgTable(
  'tickets',
  {
    id: id(),
    /** The public ticket number. */
    number: integer('number').notNull().unique().generatedAlwaysAsIdentity({ startWith: 1001 }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    text: text('text').notNull(),
    status: enumColumn('status', SupportTicketStatus.options).notNull().default('pending'),
    department: enumColumn('department', Department.options).notNull().default('none'),
    country: text('country'),
    ip: text('ip'),
    provider: text('provider'),
    /** Team member who answers it, by the name given with `--as`. */
    assignee: text('assignee'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    check('tickets_title_length', sql`char_length(${t.title}) between 1 and 200`),
    check('tickets_text_length', sql`char_length(${t.text}) between 1 and 5000`),
    oneOfCheck('tickets_status_known', t.status, SupportTicketStatus.options),
    oneOfCheck('tickets_department_known', t.department, Department.options),
    index('tickets_newest').on(t.userId, t.createdAt),
    index('tickets_open').on(t.createdAt).where(sql`${t.status} = 'pending'`),
    index('tickets_waiting').on(t.updatedAt, t.id).where(sql`${t.status} <> 'completed'`),
    index('tickets_completed').on(t.updatedAt).where(sql`${t.status} = 'completed'`),
    // Used by the console.
    index('tickets_by_time').on(t.createdAt, t.id),
    index('tickets_by_title').using('gin', t.title.op('gin_trgm_ops')),
    index('tickets_networks')
      .on(t.createdAt)
      .where(sql`num_nonnulls(${t.ip}, ${t.country}, ${t.provider}) > 0`),
  ],
)

export const supportTicketMessages = pgTable(
  'ticket_messages',
  {
    id: id(),
    ticketId: text('ticket_id')
      .notNull()
      .references(() => supportTickets.id, { onDelete: 'cascade' }),
    author: enumColumn('author', authors).notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  t => [
    oneOfCheck('ticket_messages_author_known', t.author, authors),
    check('ticket_messages_length', sql`char_length(${t.text}) between 1 and 5000`),
    index('ticket_messages_order').on(t.ticketId, t.createdAt),
  ],
)

// Notes of the team about a ticket, which its sender never sees. They are apart from the messages, so that no query can mix them up.
export const supportTicketNotes = pgTable(
  'ticket_notes',
  {
    id: id(),
    ticketId: text('ticket_id')
      .notNull()
      .references(() => supportTickets.id, { onDelete: 'cascade' }),
    /** The member of the team, as in the audit log. */
    author: text('author').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  t => [
    check('ticket_notes_length', sql`char_length(${t.text}) between 1 and 5000`),
    index('ticket_notes_order').on(t.ticketId, t.createdAt),
  ],
)

// Frequent answers of operators. `{number}` and `{title}` are replaced by those of the ticket.
export const answerTemplates = pgTable(
  'answer_templates',
  {
    name: text('name').primaryKey(),
    text: text('text').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  t => [
    check('answer_templates_name_form', sql`${t.name} ~ '^[a-z0-9][a-z0-9-]{0,39}$'`),
    check('answer_templates_length', sql`char_length(${t.text}) between 1 and 5000`),
  ],
)
