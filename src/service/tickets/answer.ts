/** What operators do with a ticket. */
import { eq } from 'drizzle-orm'
import { getT } from '#src/lib/i18n/i18n.ts'
import { inTransaction } from '../db/open.ts'
import { ticketMessages, tickets } from '../db/schema/support.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'
import { announce } from '../notices/notices.ts'
import { siteOf } from '../notices/site.ts'

type Needed = Pick<Deps, 'db' | 'now' | 'env' | 'selfOrigin'>
type Answered = { id: string; userId: string }

/** The answer, the new state and the notice of it stand or fall together. */
export async function answerTicket(
  deps: Needed,
  { id: ticketId, userId }: Answered,
  text: string,
  closes = false,
): Promise<void> {
  const now = deps.now()
  const id = newId()
  await inTransaction(deps.db, async tx => {
    await tx
      .insert(ticketMessages)
      .values({ id, ticketId, author: 'support', text, createdAt: now })
    await tx
      .update(tickets)
      .set({ status: closes ? 'completed' : 'in_progress', updatedAt: now })
      .where(eq(tickets.id, ticketId))
    const url = `${siteOf(deps)}/tickets/${ticketId}`
    const told = getT('fa')('tickets.sms.answered', { url })
    await announce(tx, { key: `ticket:${id}`, userId, kind: 'ticket_answered', text: told }, now)
  })
}

export async function closeTicket({ db, now }: Needed, id: string): Promise<void> {
  await db.update(tickets).set({ status: 'completed', updatedAt: now() }).where(eq(tickets.id, id))
}
