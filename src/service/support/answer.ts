/** What operators do with a ticket. */

import { eq, sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { inTransaction } from '../db/open.ts'
import { supportTicketMessages, supportTickets } from '../db/schema/support.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'
import { enqueueNotification } from '../notifications/notifications.ts'
import { siteUrl } from '../notifications/site.ts'

type Needed = Pick<Deps, 'db' | 'now' | 'env' | 'selfOrigin'>
type Answered = { id: string; userId: string }
export type AnswerOptions = {
  /** The ticket is completed with this answer. */
  closes?: boolean
  /** Who answers: a ticket that nobody has becomes theirs. */
  by?: string | null
}

/** The answer, the new state and the notification of it stand or fall together. */
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

/** To somebody of the team, or to nobody. Its position among the waiting ones stays. */
export async function assignSupportTicket(
  { db }: Pick<Needed, 'db'>,
  id: string,
  assignee: string | null,
): Promise<void> {
  await db.update(supportTickets).set({ assignee }).where(eq(supportTickets.id, id))
}
