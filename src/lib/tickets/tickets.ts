/** What a support ticket looks like, and what its form asks for. */
import type { z } from 'zod'
import type { FieldError } from '#src/contract/envelope.ts'
import { TICKET } from '#src/contract/limits.ts'
import type { Department, Ticket } from '#src/contract/tickets.ts'
import { writtenProblem } from '#src/contract/written.ts'

export type TicketDepartment = z.infer<typeof Department>
export type TicketStatus = Ticket['status']

export const DEPARTMENTS = ['none', 'technical', 'support', 'content', 'management'] as const

type Look = {
  key:
    | 'tickets.status.pending'
    | 'tickets.status.in_progress'
    | 'tickets.status.closed'
    | 'tickets.status.none'
  icon: string
  colour: string
}
const LOOKS: Record<TicketStatus, Look> = {
  pending: { key: 'tickets.status.pending', icon: 'i-lucide-clock', colour: 'text-warn' },
  in_progress: {
    key: 'tickets.status.in_progress',
    icon: 'i-lucide-message-circle-reply',
    colour: 'text-good',
  },
  completed: {
    key: 'tickets.status.closed',
    icon: 'i-lucide-circle-check',
    colour: 'text-muted',
  },
  none: { key: 'tickets.status.none', icon: 'i-lucide-circle-help', colour: 'text-muted' },
}

/** Spec §4: awaiting review, answered, completed; everything else is unknown. */
export function statusLook(status: string): Look {
  return LOOKS[status as TicketStatus] ?? LOOKS.none
}

export type TicketDraft = { title: string; text: string; department: TicketDepartment }
export type TicketProblems = Partial<Record<keyof TicketDraft, FieldError>>

/** What the service would say, said before anything is sent. */
export function ticketProblems({ title, text }: TicketDraft): TicketProblems {
  const problems: TicketProblems = {}
  const ofTitle = writtenProblem(title, { ...TICKET, max: TICKET.title })
  const ofText = writtenProblem(text, TICKET)
  if (ofTitle) problems.title = ofTitle
  if (ofText) problems.text = ofText
  return problems
}
