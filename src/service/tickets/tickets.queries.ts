import { and, asc, count, desc, eq, ne, type SQL } from 'drizzle-orm'
import type { Ticket } from '#src/contract/tickets.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { inTransaction, type Queryable } from '../db/open.ts'
import { ticketMessages, tickets } from '../db/schema/support.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { newId } from '../ids.ts'

type Row = typeof tickets.$inferSelect
type Message = typeof ticketMessages.$inferSelect
export type Page = { offset: number; count: number }
export type NewTicket = Pick<
  typeof tickets.$inferInsert,
  'userId' | 'title' | 'text' | 'department' | 'country' | 'ip' | 'provider'
>

/** Of one user, the newest first; lists come without the messages. */
export async function ticketPage({ db }: Deps, userId: string, page: Page) {
  const own = eq(tickets.userId, userId)
  const [rows, [sum]] = await Promise.all([
    db
      .select()
      .from(tickets)
      .where(own)
      .orderBy(desc(tickets.createdAt), desc(tickets.id))
      .limit(page.count)
      .offset(page.offset),
    db.select({ total: count() }).from(tickets).where(own),
  ])
  return { items: rows.map(row => ticketView(row, [])), total: sum?.total ?? 0, ...page }
}

/** With its messages. @throws Refusal not_found, for another's too */
export async function ticketOf(db: Queryable, id: string, userId: string): Promise<Ticket> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), eq(tickets.userId, userId)))
  if (!row) throw new Refusal('not_found')
  return ticketView(row, await messagesOf(db, id))
}

export async function insertTicket({ db, now }: Deps, ticket: NewTicket): Promise<Ticket> {
  const time = now()
  const [row] = await db
    .insert(tickets)
    .values({ id: newId(), ...ticket, status: 'pending', createdAt: time, updatedAt: time })
    .returning()
  if (!row) throw new Error('no ticket was written')
  return ticketView(row, [])
}

/** What a user adds waits for review again, whatever the state was. @throws Refusal not_found */
export async function addMessage(
  { db, now }: Deps,
  userId: string,
  ticketId: string,
  text: string,
): Promise<Ticket> {
  const time = now()
  return inTransaction(db, async tx => {
    const own = and(eq(tickets.id, ticketId), eq(tickets.userId, userId))
    const rows = await tx
      .update(tickets)
      .set({ status: 'pending', updatedAt: time })
      .where(own)
      .returning({ id: tickets.id })
    if (rows.length === 0) throw new Refusal('not_found')
    await tx
      .insert(ticketMessages)
      .values({ id: newId(), ticketId, author: 'user', text, createdAt: time })
    return ticketOf(tx, ticketId, userId)
  })
}

export function messagesOf(db: Queryable, ticketId: string): Promise<Message[]> {
  return db
    .select()
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, ticketId))
    .orderBy(asc(ticketMessages.createdAt), asc(ticketMessages.id))
}

/** For operators: what waits, the longest waiting first; or every ticket. */
export function ticketsFor(db: Queryable, which: 'pending' | 'open' | 'all'): Promise<Row[]> {
  const where: Record<typeof which, SQL | undefined> = {
    pending: eq(tickets.status, 'pending'),
    open: ne(tickets.status, 'completed'),
    all: undefined,
  }
  return db.select().from(tickets).where(where[which]).orderBy(asc(tickets.updatedAt)).limit(200)
}

export async function ticketByNumber(db: Queryable, number: number): Promise<Row | null> {
  const [row] = await db.select().from(tickets).where(eq(tickets.number, number))
  return row ?? null
}

function ticketView(row: Row, messages: readonly Message[]): Ticket {
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
