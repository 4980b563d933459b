/** Display and validation of support tickets. */
import type { FieldError } from '#src/contract/envelope.ts'
import { SUPPORT_TICKET } from '#src/contract/limits.ts'
import type { Department, SupportTicket } from '#src/contract/support.ts'
import { validateUserText } from '#src/contract/user-text.ts'

export type SupportTicketStatus = SupportTicket['status']

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

/** Returns the badge of a status (spec §4): awaiting review, answered, completed; all others are unknown. */
export function statusBadge(status: string): Look {
  return LOOKS[status as SupportTicketStatus] ?? LOOKS.none
}

export type SupportTicketDraft = { title: string; text: string; department: Department }
export type SupportTicketProblems = Partial<Record<keyof SupportTicketDraft, FieldError>>

/** Applies the service's validation before anything is sent. */
export function supportTicketProblems({ title, text }: SupportTicketDraft): SupportTicketProblems {
  const problems: SupportTicketProblems = {}
  const ofTitle = validateUserText(title, { ...SUPPORT_TICKET, max: SUPPORT_TICKET.title })
  const ofText = validateUserText(text, SUPPORT_TICKET)
  if (ofTitle) problems.title = ofTitle
  if (ofText) problems.text = ofText
  return problems
}
