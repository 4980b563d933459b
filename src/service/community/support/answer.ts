/** Actions of operators on a ticket. */

import { eq, sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { supportTicketMessages, supportTickets } from '../../platform/db/schema/support.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { enqueueNotification } from '../../platform/notifications/notifications.ts'
import { siteUrl } from '../../platform/notifications/site.ts'

type Needed = Pick<Deps, 'db' | 'now' | 'env' | 'selfOrigin'>
type Answered = { id: string; userId: string }
export type AnswerOptions = {
  /** If true, the answer also completes the ticket. */
  closes?: boolean
  /** Name of the operator, to whom an unassigned ticket is assigned. */
  by?: string | null
}

/** Stores the answer, the new state and the notification in one transaction. */
export async function answerSupportTicket(
  deps: Needed,
  { id: ticketId, userId }: Answered,
  text: string,
  { closes = false, by = null }: AnswerOptions = {},
): Promise<void> {
  const now = deps.now()
  const id = newId()
  await inTransaction(deps.db, async tx => {
    await tx
      .insert(supportTicketMessages)
      .values({ id, ticketId, author: 'support', text, createdAt: now })
    await tx
      .update(supportTickets)
      .set({
        status: closes ? 'completed' : 'in_progress',
        assignee: sql`coalesce(${supportTickets.assignee}, ${by})`,
        updatedAt: now,
      })
      .where(eq(supportTickets.id, ticketId))
    const url = `${siteUrl(deps)}/tickets/${ticketId}`
    const told = getT(DEFAULT_LANGUAGE)('support.sms.answered', { url })
    await enqueueNotification(
      tx,
      { key: `ticket:${id}`, userId, kind: 'ticket_answered', text: told },
      now,
    )
  })
}

export async function closeSupportTicket(
  { db, now }: Pick<Needed, 'db' | 'now'>,
  id: string,
): Promise<void> {
  await db
    .update(supportTickets)
    .set({ status: 'completed', updatedAt: now() })
    .where(eq(supportTickets.id, id))
}

/** Assigns a ticket to a member of the team, or removes the assignment. Its position in the queue stays. */
export async function assignSupportTicket(
  { db }: Pick<Needed, 'db'>,
  id: string,
  assignee: string | null,
): Promise<void> {
  await db.update(supportTickets).set({ assignee }).where(eq(supportTickets.id, id))
}
