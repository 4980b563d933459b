/** Tickets as operators see and answer them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSupportTicket } from '#src/contract/endpoints/support.ts'
import type { Department } from '#src/contract/support.ts'
import { answerSupportTicket, assignSupportTicket } from '#src/service/community/support/answer.ts'
import {
  fillTemplate,
  findTemplate,
  findUnknownFields,
  listTemplates,
  removeTemplate,
  saveTemplate,
} from '#src/service/community/support/answer-templates.ts'
import { findSender } from '#src/service/community/support/sender.ts'
import {
  findSupportTickets,
  type SupportTicketFilter,
  type SupportTicketState,
  supportTicketByNumber,
} from '#src/service/community/support/waiting.queries.ts'
import { supportTickets } from '#src/service/platform/db/schema/support.ts'
import { aSubscriber, aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

async function open(person: Person, department: Department = 'technical') {
  const body = { title: 'پخش نمی‌شود', text: 'تصویر نیست.', department }
  const { number } = await person.api(createSupportTicket, { body })
  const row = await supportTicketByNumber(service.deps.db, number)
  if (!row) throw new Error('no such ticket')
  return row
}
const numbers = async (which: SupportTicketState, filter?: SupportTicketFilter) =>
  (await findSupportTickets(service.deps.db, which, filter)).map(({ number }) => number)

test('the list has the department, the assignee and the open tickets, the longest waiting first', async () => {
  const person = await aUser(service)
  const first = await open(person)
  service.clock.advance({ minutes: 1 })
  const second = await open(person, 'content')
  service.clock.advance({ minutes: 1 })
  const third = await open(person)
  expect(await numbers('pending')).toEqual([first.number, second.number, third.number])
  expect(await numbers('pending', { department: 'content' })).toEqual([second.number])
  await assignSupportTicket(service.deps, third.id, 'sara')
  expect(await numbers('open', { assignee: 'sara' })).toEqual([third.number])
  service.clock.advance({ minutes: 1 })
  await answerSupportTicket(service.deps, first, 'پاسخ', { closes: true })
  expect(await numbers('open')).toEqual([second.number, third.number])
  expect(await numbers('all', { count: 2 })).toEqual([second.number, third.number])
})

test('tickets that have waited since the same moment keep their order', async () => {
  const person = await aUser(service)
  const same = await Promise.all(Array.from({ length: 5 }, () => open(person, 'management')))
  const byId = same.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ number }) => number)
  // Read in an order that another query plan would give.
  await service.deps.db.update(supportTickets).set({ provider: 'x' })
  expect(await numbers('pending', { department: 'management' })).toEqual(byId)
})

test('an answer assigns the ticket to its author, unless it has an assignee', async () => {
  const person = await aUser(service)
  const ticket = await open(person)
  const assignee = async () =>
    (await supportTicketByNumber(service.deps.db, ticket.number))?.assignee
  await answerSupportTicket(service.deps, ticket, 'یک', { by: 'reza' })
  expect(await assignee()).toBe('reza')
  await answerSupportTicket(service.deps, ticket, 'دو', { by: 'sara' })
  expect(await assignee()).toBe('reza')
  await assignSupportTicket(service.deps, ticket.id, null)
  expect(await assignee()).toBeNull()
})

test('the author is shown with number, subscription and devices', async () => {
  const { db, now } = service.deps
  const person = await aSubscriber(service)
  await open(person)
  await open(person)
  const sender = await findSender(db, person.user.id, now())
  expect(sender).toMatchObject({ msisdn: person.msisdn, tickets: 2, hasCarrier: false })
  expect(sender?.subscription.hasSubscription).toBe(true)
  expect(sender?.devices).toHaveLength(1)
  const other = await aUser(service)
  expect((await findSender(db, other.user.id, now()))?.subscription.hasSubscription).toBe(false)
  expect(await findSender(db, 'nobody', now())).toBeNull()
})

test('a template is filled in with the data of its ticket, and only once', async () => {
  const { db, now } = service.deps
  await saveTemplate(db, { name: 'update', text: 'تیکت {number}: «{title}»' }, now())
  await saveTemplate(db, { name: 'update', text: 'تیکت {number} · {title}' }, now())
  const stored = await findTemplate(db, 'update')
  expect(await listTemplates(db)).toHaveLength(1)
  expect(stored && fillTemplate(stored, { number: 1001, title: '{number}' })).toBe(
    'تیکت 1001 · {number}',
  )
  expect(findUnknownFields('{number} {name} {}')).toEqual(['name', ''])
  expect(await removeTemplate(db, 'update')).toBe(true)
  expect(await removeTemplate(db, 'update')).toBe(false)
  expect(await findTemplate(db, 'update')).toBeNull()
})
