/** Prints a ticket for support. The mobile number is shown in full, because the next command needs it. */
import { counted } from '#src/lib/text/count.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { findSender, type Sender } from '../../../../community/support/sender.ts'
import { listTicketMessages } from '../../../../community/support/support-tickets.queries.ts'
import { listTicketNotes } from '../../../../community/support/ticket-notes.ts'
import type { SupportTicketRow } from '../../../../community/support/waiting.queries.ts'
import type { CommandDeps } from '../../framework/command-deps.ts'
import { formatMoment } from '../../framework/dates.ts'
import type { Part, Result } from '../../framework/result.ts'
import { line } from '../../terminal.ts'

export async function presentTicket(
  { db, now }: CommandDeps,
  ticket: SupportTicketRow,
): Promise<Result> {
  const messages = await listTicketMessages(db, ticket.id)
  const notes = await listTicketNotes(db, ticket.id)
  const sender = await findSender(db, ticket.userId, now())
  const { id, number, title, text, status, department, assignee, country, provider, ip } = ticket
  return {
    data: {
      id,
      number,
      title,
      text,
      status,
      department,
      assignee,
      country,
      provider,
      ip,
      created_at: toWire(ticket.createdAt),
      updated_at: toWire(ticket.updatedAt),
      person: sender && personData(sender),
      messages: messages.map(({ author, text, createdAt }) => ({
        from: author,
        text,
        created_at: toWire(createdAt),
      })),
      notes: notes.map(({ author, text, createdAt }) => ({
        by: author,
        text,
        created_at: toWire(createdAt),
      })),
    },
    print: [
      line`Ticket ${number}: ${status}, department ${department}, ${assignee ? `assigned to ${assignee}` : 'not assigned'}`,
      line`opened   ${formatMoment(ticket.createdAt)}, from ${[country, provider, ip].filter(Boolean).join(', ') || 'an unknown network'}`,
      ...(sender ? personLines(sender) : []),
      line`${title}`,
      { block: text },
      ...messages.flatMap(({ author, text, createdAt }) => [
        line`--- ${author}, ${formatMoment(createdAt)}`,
        { block: text },
      ]),
      ...notes.flatMap(({ author, text, createdAt }) => [
        line`--- note by ${author}, ${formatMoment(createdAt)}, which the user does not see`,
        { block: text },
      ]),
    ],
  }
}

function personLines({ msisdn, name, since, devices, tickets, ...rest }: Sender): Part[] {
  return [
    line`user     ${msisdn}${name && `, ${name}`}, registered on ${formatMoment(since)}, ${counted(tickets, 'ticket')}`,
    `has      ${subscriptionText(rest)}`,
    ...(devices.length === 0 ? ['device   not signed in'] : []),
    ...devices.map(
      ({ name, platform, appVersion, lastSeenAt }) =>
        line`device   ${[name || 'unnamed', platform, appVersion].filter(Boolean).join(', ')}, last used ${formatMoment(lastSeenAt)}`,
    ),
  ]
}

function subscriptionText({
  subscription,
  hasCarrier,
}: Pick<Sender, 'subscription' | 'hasCarrier'>) {
  const { endsAt, remainingDays } = subscription
  const own = endsAt
    ? `a subscription until ${formatMoment(endsAt)} (${remainingDays} days left)`
    : 'no subscription'
  return hasCarrier ? `${own}, and one through a mobile operator` : own
}

function personData({ userId, msisdn, name, subscription, hasCarrier, devices, tickets }: Sender) {
  const { endsAt, remainingDays } = subscription
  return {
    user: userId,
    msisdn,
    name,
    tickets,
    subscription_ends_at: endsAt && toWire(endsAt),
    subscription_remaining_in_day: remainingDays,
    has_carrier_subscription: hasCarrier,
    devices: devices.map(({ name, platform, appVersion, lastSeenAt }) => ({
      name,
      platform,
      app_version: appVersion,
      last_seen_at: toWire(lastSeenAt),
    })),
  }
}
