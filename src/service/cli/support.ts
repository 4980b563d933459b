/** npm run support: what operators do with support tickets. */
import { parseArgs } from 'node:util'
import { userText } from '#src/contract/fields.ts'
import { SUPPORT_TICKET } from '#src/contract/limits.ts'
import { answerSupportTicket, closeSupportTicket } from '../support/answer.ts'
import {
  messagesOf,
  supportTicketByNumber,
  supportTicketsFor,
} from '../support/support-tickets.queries.ts'
import { type CliDeps, command, readText, UsageError } from './command.ts'
import { block, line, row, say } from './terminal.ts'

const USAGE = `Usage: npm run support -- list [--open | --all]       what waits for review (or is not completed, or all)
       npm run support -- show NUMBER
       npm run support -- answer NUMBER TEXT [--close]   TEXT of - reads standard input
       npm run support -- close NUMBER`

await command(async deps => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      open: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      close: { type: 'boolean', default: false },
    },
  })
  const [name, number = '', text] = positionals
  if (name === 'list') return list(deps, values.all ? 'all' : values.open ? 'open' : 'pending')
  if (name === 'show') return show(deps, await find(deps, number))
  if (name === 'answer') return answer(deps, number, text ?? '', values.close)
  if (name === 'close') {
    await closeSupportTicket(deps, (await find(deps, number)).id)
    return say(line`SupportTicket ${number} is completed.`)
  }
  throw new UsageError(USAGE)
})

async function list({ db }: CliDeps, which: 'pending' | 'open' | 'all'): Promise<true> {
  const rows = await supportTicketsFor(db, which)
  for (const { number, status, department, createdAt, title } of rows) {
    const day = createdAt.toISOString().slice(0, 16).replace('T', ' ')
    say(row(number, status.padEnd(11), department.padEnd(10), day, title))
  }
  return say(`${rows.length} ticket(s)`)
}

type SupportTicket = NonNullable<Awaited<ReturnType<typeof supportTicketByNumber>>>
async function show({ db }: CliDeps, ticket: SupportTicket): Promise<true> {
  const { number, status, department, title, text, country, provider, ip } = ticket
  say(row(number, status, department, [country, provider, ip].filter(Boolean).join(', ')))
  say(`${line`${title}`}\n${block(text)}`)
  for (const { author, text, createdAt } of await messagesOf(db, ticket.id))
    say(`${line`--- ${author}, ${createdAt.toISOString()}`}\n${block(text)}`)
  return true
}

async function answer(
  deps: CliDeps,
  number: string,
  given: string,
  closes: boolean,
): Promise<true> {
  const ticket = await find(deps, number)
  const text = userText(1, SUPPORT_TICKET.max).safeParse(given === '-' ? readText('-') : given)
  if (!text.success)
    throw new UsageError(`An answer has 1 to ${SUPPORT_TICKET.max} characters.\n${USAGE}`)
  await answerSupportTicket(deps, ticket, text.data, closes)
  return say(
    line`SupportTicket ${number} is answered${closes ? ' and completed' : ''}; an SMS says so.`,
  )
}

async function find({ db }: CliDeps, number: string): Promise<SupportTicket> {
  const found = /^\d{1,9}$/.test(number) ? await supportTicketByNumber(db, Number(number)) : null
  if (!found) throw new UsageError(`${line`There is no ticket ${number}.`}\n${USAGE}`)
  return found
}
