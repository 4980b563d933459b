import { DEPARTMENTS } from '#src/contract/values.ts'
import { counted } from '#src/lib/text/count.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { quoteText } from '#src/lib/text/visible.ts'
import {
  answerSupportTicket,
  assignSupportTicket,
  closeSupportTicket,
} from '../../../community/support/answer.ts'
import { fillTemplate, findTemplate } from '../../../community/support/answer-templates.ts'
import { addTicketNote } from '../../../community/support/ticket-notes.ts'
import {
  findSupportTickets,
  type SupportTicketRow,
  supportTicketByNumber,
  takeNextTicket,
} from '../../../community/support/waiting.queries.ts'
import { inTransaction } from '../../../platform/db/open.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { ArgumentsError, UsageError } from '../framework/errors.ts'
import {
  batchField,
  choiceField,
  type Field,
  flagField,
  integerField,
  optional,
  parsedField,
  textField,
} from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'
import { readAnswer, template, templates } from './shapes/answer-templates.ts'
import { presentTicket } from './shapes/support-ticket.ts'

const number = integerField('NUMBER', 'the number of the ticket', { to: 999_999_999 })
const numbers = batchField(number, String)
/** Explains the form of earlier versions, in which the text came after the number. */
const answeredNumbers: Field<number> = {
  ...numbers,
  read: (given, name) => {
    if (/^[\d۰-۹]+$/.test(given)) return numbers.read(given, name)
    throw new UsageError(
      `${quoteText(given)} is not the number of a ticket. Write the answer after --text.`,
    )
  },
}
/** Reads standard input once, also for several tickets. */
const answerText: Field<string> = {
  ...textField('TEXT', 'the answer; - reads standard input'),
  read: readAnswer,
}
const operatorName = parsedField('NAME', 'the name of a member of the team', given => {
  if (given.trim() !== '' && given.length <= 60) return given.trim()
  throw new UsageError('write a name of 60 characters at most.')
})
const COLUMNS = [
  'ticket',
  'state',
  'department',
  'opened',
  'waits since',
  'assignee',
  'user',
  'title',
]

export default {
  actions: {
    list: defineAction({
      summary: 'Lists tickets that wait for an answer, longest waiting first',
      options: {
        open: flagField('all tickets that are not completed'),
        all: flagField('all tickets, also completed ones'),
        department: optional(
          choiceField('DEPARTMENT', 'only tickets of this department', DEPARTMENTS),
        ),
        assignee: optional(textField('NAME', 'only tickets of this member of the team')),
        count: optional(integerField('COUNT', 'how many tickets (200)', { to: 10_000 }), 200),
      },
      effect: 'reads',
      run: async ({ deps }, { open, all, ...filter }) => {
        const which = all ? 'all' : open ? 'open' : 'pending'
        const rows = await findSupportTickets(deps.db, which, filter)
        return {
          data: rows.map(({ msisdn, ...row }) => ({
            ...summaryOf(row),
            person: maskMsisdn(msisdn),
          })),
          print: [
            {
              columns: COLUMNS.map(name => ({ name })),
              rows: rows.map(row => [
                String(row.number),
                row.status,
                row.department,
                row.createdAt,
                row.updatedAt,
                row.assignee,
                maskMsisdn(row.msisdn),
                row.title,
              ]),
            },
            counted(rows.length, 'ticket'),
          ],
        }
      },
    }),
    next: defineAction({
      summary: 'Takes the ticket that waits longest, and shows it with the data of its user',
      details:
        'The ticket is assigned to you (the account on this machine, or --as NAME), so that no colleague answers it too. A ticket that you\nalready have comes first.',
      options: {
        department: optional(
          choiceField('DEPARTMENT', 'only tickets of this department', DEPARTMENTS),
        ),
      },
      effect: 'changes',
      run: async ({ deps, actor }, { department }) => {
        const ticket = await inTransaction(deps.db, tx => takeNextTicket(tx, actor, department))
        if (!ticket) return { data: { ticket: null }, print: ['No ticket waits for an answer.'] }
        const shown = await presentTicket(deps, ticket)
        return {
          ...shown,
          print: [
            ...shown.print,
            '',
            `Answer it with ./pardeh support answer ${ticket.number} --text TEXT, or complete it with ./pardeh support close ${ticket.number}.`,
          ],
          audit: { target: ticket.id, details: { number: ticket.number, assignee: actor } },
        }
      },
    }),
    show: defineAction({
      summary:
        'Shows a ticket, its conversation, and the number, subscription and devices of the user',
      args: { number },
      effect: 'reads',
      run: async ({ deps }, { number }) => presentTicket(deps, await find(deps, number)),
    }),
    answer: defineAction({
      summary: 'Answers tickets and notifies their users by SMS',
      details:
        'Several tickets get the same answer. A ticket that cannot be answered is named, and the others are answered.',
      args: { number: answeredNumbers },
      options: {
        text: optional(answerText),
        template: optional(textField('NAME', 'uses this template as the answer')),
        close: flagField('also completes the ticket'),
      },
      effect: 'changes',
      run: async ({ deps, actor }, { number, text: given, template: name, close: closes }) => {
        if ((given === null) === (name === null))
          throw new ArgumentsError('Give the answer by --text TEXT or --template NAME.')
        const ticket = await find(deps, number)
        const template = name === null ? null : await findTemplate(deps.db, name)
        if (name !== null && !template) throw new UsageError(line`There is no template ${name}.`)
        const text = template ? readAnswer(fillTemplate(template, ticket)) : (given ?? '')
        await answerSupportTicket(deps, ticket, text, { closes, by: actor })
        return {
          data: { ticket: number, text, status: closes ? 'completed' : 'in_progress' },
          print: [
            `Ticket ${number} is answered${closes ? ' and completed' : ''}. The user gets an SMS.`,
            ...(template ? [{ block: text }] : []),
          ],
          audit: { target: ticket.id, details: { number, closes, template: name } },
        }
      },
    }),
    note: defineAction({
      summary: 'Adds a note about a ticket, which only the team sees',
      args: { number, text: textField('TEXT', 'the note; - reads standard input') },
      effect: 'changes',
      run: async ({ deps, actor }, { number, text: given }) => {
        const text = readAnswer(given)
        const { id } = await find(deps, number)
        await addTicketNote(deps, { ticketId: id, author: actor, text })
        return {
          data: { ticket: number, text },
          print: [`The note is at ticket ${number}. The user does not see it.`],
          audit: { target: id, details: { number } },
        }
      },
    }),
    assign: defineAction({
      summary:
        'Assigns a ticket to a member of the team; answering an unassigned ticket does so too',
      args: { number, name: optional(operatorName) },
      options: { nobody: flagField('removes the assignment') },
      effect: 'changes',
      run: async ({ deps }, { number, name, nobody }) => {
        if ((name === null) !== nobody) throw new ArgumentsError('Give a name, or --nobody.')
        const { id, assignee: before } = await find(deps, number)
        await assignSupportTicket(deps, id, name)
        return {
          data: { ticket: number, assignee: name, before },
          print: [
            name
              ? line`Ticket ${number} is assigned to ${name}.`
              : `Ticket ${number} is not assigned.`,
          ],
          audit: { target: id, details: { number, assignee: name, before } },
        }
      },
    }),
    close: defineAction({
      summary: 'Completes tickets without an answer',
      args: { number: numbers },
      effect: 'changes',
      run: async ({ deps }, { number }) => {
        const { id } = await find(deps, number)
        await closeSupportTicket(deps, id)
        return {
          data: { ticket: number, status: 'completed' },
          print: [`Ticket ${number} is completed.`],
          audit: { target: id, details: { number } },
        }
      },
    }),
    templates,
    template,
  },
} satisfies Noun

async function find({ db }: CommandDeps, number: number): Promise<SupportTicketRow> {
  const found = await supportTicketByNumber(db, number)
  if (found) return found
  throw new UsageError(`There is no ticket ${number}.`)
}

function summaryOf({ id, number, status, department, assignee, title, ...row }: SupportTicketRow) {
  return {
    id,
    number,
    status,
    department,
    assignee,
    title,
    user: row.userId,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}
