/** Support tickets of demo accounts and templates of answers, so that the console of the demo has a queue to try. */
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { Department } from '#src/contract/support.ts'
import { HOUR_MS } from '#src/lib/text/milliseconds.ts'
import { stableId } from '../../catalogue/import/identity.ts'
import {
  answerTemplates,
  supportTicketMessages,
  supportTickets,
} from '../../platform/db/schema/support.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { readDemoJson } from './catalogue.ts'

const File = z.object({
  tickets: z.array(
    z.object({
      msisdn: z.string(),
      department: Department,
      title: z.string(),
      text: z.string(),
      hoursAgo: z.number().positive(),
      /** Arrives an hour after the ticket. */
      answer: z.string().optional(),
      isClosed: z.boolean().default(false),
    }),
  ),
  templates: z.record(z.string(), z.string()),
})

/** Can be repeated: existing tickets and templates are left as they are. */
export async function seedTickets({ db, now }: Deps): Promise<void> {
  const { tickets, templates } = File.parse(await readDemoJson('tickets.json'))
  const numbers = tickets.map(({ msisdn }) => msisdn)
  const senders = await db
    .select({ id: users.id, msisdn: users.msisdn })
    .from(users)
    .where(inArray(users.msisdn, numbers))
  for (const { msisdn, title, answer, isClosed, hoursAgo, ...rest } of tickets) {
    const userId = senders.find(sender => sender.msisdn === msisdn)?.id
    // The account may have been erased if an earlier release began the demo.
    if (!userId) continue
    const id = stableId('demo', `ticket:${title}`)
    const createdAt = new Date(now().getTime() - hoursAgo * HOUR_MS)
    const answeredAt = new Date(createdAt.getTime() + HOUR_MS)
    const updatedAt = answer ? answeredAt : createdAt
    const status = isClosed ? 'completed' : answer ? 'in_progress' : 'pending'
    await db
      .insert(supportTickets)
      .values({ ...rest, id, userId, title, status, createdAt, updatedAt })
      .onConflictDoNothing()
    if (answer)
      await db
        .insert(supportTicketMessages)
        .values({
          id: stableId('demo', `answer:${title}`),
          ticketId: id,
          author: 'support',
          text: answer,
          createdAt: answeredAt,
        })
        .onConflictDoNothing()
  }
  const answers = Object.entries(templates).map(([name, text]) => ({ name, text }))
  await db.insert(answerTemplates).values(answers).onConflictDoNothing()
}
