import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { SupportTicket } from '#src/contract/support.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { storedCount } from '../../platform/db/list-counts.ts'
import { inTransaction, type Queryable } from '../../platform/db/open.ts'
import {
  afterKeyCondition,
  type Page,
  pageFields,
  skippedRows,
} from '../../platform/db/page-key.ts'
import { supportTicketMessages, supportTickets } from '../../platform/db/schema/support.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { emitWebhookEvent } from '../../platform/webhooks/emit.ts'

type Row = typeof supportTickets.$inferSelect
type Message = typeof supportTicketMessages.$inferSelect
export type NewSupportTicket = Pick<
  typeof supportTickets.$inferInsert,
  'userId' | 'title' | 'text' | 'department' | 'country' | 'ip' | 'provider'
>

/** Returns tickets of one user, newest first, without their messages. */
export async function supportTicketPage({ db }: Pick<Deps, 'db'>, userId: string, page: Page) {
  const { createdAt, id } = supportTickets
  const [rows, { rows: counted }] = await Promise.all([
    db
      .select()
      .from(supportTickets)
      .where(and(eq(supportTickets.userId, userId), afterKeyCondition(createdAt, id, page)))
      .orderBy(desc(createdAt), desc(id))
      .limit(page.count)
      .offset(skippedRows(page)),
    db.execute<{ total: number }>(sql`select ${storedCount(userId, 'tickets')} as total`),
  ])
  const positions = rows.map(row => ({ at: row.createdAt, id: row.id }))
  return {
    items: rows.map(row => supportTicketView(row, [])),
    ...pageFields(positions, counted[0]?.total ?? 0, page),
  }
}

/** Returns a ticket of this user with its messages. @throws ApiError not_found */
export async function supportTicketById(
  db: Queryable,
  id: string,
  userId: string,
): Promise<SupportTicket> {
  const [row] = await db
    .select()
    .from(supportTickets)
    .where(and(eq(supportTickets.id, id), eq(supportTickets.userId, userId)))
  if (!row) throw new ApiError('not_found')
  return supportTicketView(row, await listTicketMessages(db, id))
}

export async function insertSupportTicket(
  { db, now }: Deps,
  ticket: NewSupportTicket,
): Promise<SupportTicket> {
  const time = now()
  return inTransaction(db, async tx => {
    const [row] = await tx
      .insert(supportTickets)
      .values({ id: newId(), ...ticket, status: 'pending', createdAt: time, updatedAt: time })
      .returning()
    if (!row) throw new Error('the ticket was not inserted')
    const { id, number, userId: user, department } = row
    await emitWebhookEvent(
      tx,
      { type: 'ticket.opened', of: id, data: { ticket: id, number, user, department } },
      time,
    )
    return supportTicketView(row, [])
  })
}

/** Adds a message of the user; the ticket then waits for an answer again, whatever its state was. @throws ApiError not_found */
export async function addTicketMessage(
  { db, now }: Deps,
  userId: string,
  ticketId: string,
  text: string,
): Promise<SupportTicket> {
  const time = now()
  return inTransaction(db, async tx => {
    const own = and(eq(supportTickets.id, ticketId), eq(supportTickets.userId, userId))
    const rows = await tx
      .update(supportTickets)
      .set({ status: 'pending', updatedAt: time })
      .where(own)
      .returning({ id: supportTickets.id })
    if (rows.length === 0) throw new ApiError('not_found')
    await tx
      .insert(supportTicketMessages)
      .values({ id: newId(), ticketId, author: 'user', text, createdAt: time })
    return supportTicketById(tx, ticketId, userId)
  })
}

export function listTicketMessages(db: Queryable, ticketId: string): Promise<Message[]> {
  return db
    .select()
    .from(supportTicketMessages)
    .where(eq(supportTicketMessages.ticketId, ticketId))
    .orderBy(asc(supportTicketMessages.createdAt), asc(supportTicketMessages.id))
}

function supportTicketView(row: Row, messages: readonly Message[]): SupportTicket {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    text: row.text,
    status: row.status,
    department: row.department,
    created_at: toWire(row.createdAt),
    country: row.country ?? '',
    ip: row.ip ?? '',
    internet_provider: row.provider ?? '',
    messages: messages.map(({ id, text, author, createdAt }) => ({
      id,
      text,
      from: author,
      created_at: toWire(createdAt),
    })),
  }
}
