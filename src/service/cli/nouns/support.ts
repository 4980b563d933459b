import { DEPARTMENTS } from '#src/contract/values.ts'
import { counted } from '#src/lib/text/count.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import {
  answerSupportTicket,
  assignSupportTicket,
  closeSupportTicket,
} from '../../support/answer.ts'
import { filledTemplate, templateOf } from '../../support/answer-templates.ts'
import {
  type SupportTicketRow,
  supportTicketByNumber,
  supportTicketsFor,
} from '../../support/waiting.queries.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { ArgumentsError, UsageError } from '../framework/errors.ts'
import { choice, flag, optional, parsed, whole, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'
import { answerText, template, templates } from './shapes/answer-templates.ts'
import { shownTicket } from './shapes/support-ticket.ts'

const number = whole('NUMBER', 'of the ticket, as list shows it', { to: 999_999_999 })
const operatorName = parsed('NAME', 'who of the team', given => {
  if (given.trim() !== '' && given.length <= 60) return given.trim()
  throw new UsageError('is to be a name of 60 characters at most.')
})
const COLUMNS = [
  'ticket',
  'state',
  'department',
  'opened',
  'waits since',
  'assignee',
  'person',
  'title',
]

export default {
  summary: 'Support tickets: reading, answering, assigning, closing',
  actions: {
    list: action({
      summary: 'Shows what waits for an answer, the longest waiting first',
      options: {
        open: flag('all that are not completed'),
        all: flag('completed ones too'),
        department: optional(choice('DEPARTMENT', 'only of this one', DEPARTMENTS)),
        assignee: optional(word('NAME', 'only those of this member of the team')),
        count: optional(whole('COUNT', 'how many at most', { to: 10_000 }), 200),
      },
      effect: 'reads',
      run: async ({ deps }, { open, all, ...filter }) => {
        const which = all ? 'all' : open ? 'open' : 'pending'
        const rows = await supportTicketsFor(deps.db, which, filter)
        return {
          data: rows.map(({ msisdn, ...row }) => ({
            ...summaryOf(row),
            person: maskMsisdn(msisdn),
          })),
          print: [
            {
              columns: COLUMNS.map(name => ({ name })),
              rows: rows.map(row => [
                ...[String(row.number), row.status, row.department, row.createdAt, row.updatedAt],
                ...[row.assignee, maskMsisdn(row.msisdn), row.title],
              ]),
            },
            counted(rows.length, 'ticket'),
          ],
        }
      },
    }),
    show: action({
      summary: 'Shows a ticket, its conversation, and who writes: number, subscription, devices',
      args: { number },
      effect: 'reads',
      run: async ({ deps }, { number }) => shownTicket(deps, await find(deps, number)),
    }),
    answer: action({
      summary: 'Answers a ticket; an SMS tells the person of it',
      args: { number, text: optional(word('TEXT', 'the answer; - reads standard input')) },
      options: {
        template: optional(word('NAME', 'the answer is this template')),
        close: flag('the ticket is completed by it'),
      },
      effect: 'changes',
      run: async ({ deps, actor }, { number, text: given, template: name, close: closes }) => {
        const ticket = await find(deps, number)
        if ((given === null) === (name === null))
          throw new ArgumentsError('Give the text of the answer, or --template NAME.')
        const template = name === null ? null : await templateOf(deps.db, name)
        if (name !== null && !template) throw new UsageError(line`There is no template ${name}.`)
        const text = answerText(template ? filledTemplate(template, ticket) : (given ?? ''))
        await answerSupportTicket(deps, ticket, text, { closes, by: actor })
        return {
          data: { ticket: number, text, status: closes ? 'completed' : 'in_progress' },
          print: [
            `Ticket ${number} is answered${closes ? ' and completed' : ''}; an SMS says so.`,
            ...(template ? [{ block: text }] : []),
          ],
          audit: { target: ticket.id, details: { number, closes, template: name } },
        }
      },
    }),
    assign: action({
      summary: 'Gives a ticket to a member of the team; an answer does so too where nobody has it',
      args: { number, name: optional(operatorName) },
      options: { nobody: flag('takes it from whoever has it') },
      effect: 'changes',
      run: async ({ deps }, { number, name, nobody }) => {
        if ((name === null) !== nobody) throw new ArgumentsError('Give a name, or --nobody.')
        const { id, assignee: before } = await find(deps, number)
        await assignSupportTicket(deps, id, name)
        return {
          data: { ticket: number, assignee: name, before },
          print: [name ? line`Ticket ${number} is ${name}'s.` : `Ticket ${number} is nobody's.`],
          audit: { target: id, details: { number, assignee: name, before } },
        }
      },
    }),
    close: action({
      summary: 'Completes a ticket without an answer',
      args: { number },
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
    ...{ id, number, status, department, assignee, title },
    ...{ user: row.userId, created_at: row.createdAt, updated_at: row.updatedAt },
  }
}
