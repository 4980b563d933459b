/** What a support ticket looks like, and what its form asks for. */
import type { z } from 'zod'
import type { FieldError } from '#src/contract/envelope.ts'
import { TICKET } from '#src/contract/limits.ts'
import type { Department, Ticket } from '#src/contract/support.ts'
import { writtenProblem } from '#src/contract/written.ts'

export type SupportDepartment = z.infer<typeof Department>
export type SupportTicketStatus = Ticket['status']

export const DEPARTMENTS = ['none', 'technical', 'support', 'content', 'management'] as const

type Look = {
  key:
    | 'support.status.pending'
    | 'support.status.in_progress'
    | 'support.status.closed'
    | 'support.status.none'
  icon: string
  colour: string
}
const LOOKS: Record<SupportTicketStatus, Look> = {
  pending: { key: 'support.status.pending', icon: 'i-lucide-clock', colour: 'text-warn' },
  in_progress: {
    key: 'support.status.in_progress',
    icon: 'i-lucide-message-circle-reply',
    colour: 'text-good',
  },
  completed: {
    key: 'support.status.closed',
    icon: 'i-lucide-circle-check',
    colour: 'text-muted',
  },
  none: { key: 'support.status.none', icon: 'i-lucide-circle-help', colour: 'text-muted' },
}

/** Spec §4: awaiting review, answered, completed; everything else is unknown. */
export function statusBadge(status: string): Look {
  return LOOKS[status as SupportTicketStatus] ?? LOOKS.none
}

export type SupportTicketDraft = { title: string; text: string; department: SupportDepartment }
export type SupportTicketProblems = Partial<Record<keyof SupportTicketDraft, FieldError>>

/** What the service would say, said before anything is sent. */
export function supportTicketProblems({ title, text }: SupportTicketDraft): SupportTicketProblems {
  const problems: SupportTicketProblems = {}
  const ofTitle = writtenProblem(title, { ...TICKET, max: TICKET.title })
  const ofText = writtenProblem(text, TICKET)
  if (ofTitle) problems.title = ofTitle
  if (ofText) problems.text = ofText
  return problems
}
