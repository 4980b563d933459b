/** Notes of the team about a ticket. Its sender never sees them. */
import { asc, eq } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { supportTicketNotes } from '../../platform/db/schema/support.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'

export type TicketNote = typeof supportTicketNotes.$inferSelect

/** Adds a note. The state of the ticket and its position in the queue stay. */
export async function addTicketNote(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  note: Pick<TicketNote, 'ticketId' | 'author' | 'text'>,
): Promise<void> {
  await db.insert(supportTicketNotes).values({ id: newId(), ...note, createdAt: now() })
}

/** Returns the notes about a ticket, oldest first. */
export function listTicketNotes(db: Queryable, ticketId: string): Promise<TicketNote[]> {
  return db
    .select()
    .from(supportTicketNotes)
    .where(eq(supportTicketNotes.ticketId, ticketId))
    .orderBy(asc(supportTicketNotes.createdAt), asc(supportTicketNotes.id))
}
