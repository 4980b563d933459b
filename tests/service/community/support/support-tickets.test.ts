import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addSupportTicketMessage,
  createSupportTicket,
  getSupportTicket,
  listSupportTickets,
} from '#src/contract/endpoints/support.ts'
import type { SupportTicket } from '#src/contract/support.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { plainText } from '#src/lib/text/controls.ts'
import { answerSupportTicket, closeSupportTicket } from '#src/service/community/support/answer.ts'
import {
  findSupportTickets,
  supportTicketByNumber,
} from '#src/service/community/support/waiting.queries.ts'
import { sendNotifications } from '#src/service/platform/notifications/notifications.ts'
import { HOSTILE, TEN_THOUSAND_EMOJI } from '#tests/support/hostile-texts.ts'
import { aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { SITE_URL: 'https://pardeh.example' } })
})
afterAll(() => service.stop())

const body = {
  title: 'پخش نمی‌شود',
  text: 'صدا هست و تصویر نیست.',
  department: 'technical' as const,
}
const ask = (person: Person, said: Partial<typeof body> = {}) => {
  service.clock.advance({ minutes: 1 })
  return person.api(createSupportTicket, { body: { ...body, ...said } })
}
const rowOf = async ({ number }: SupportTicket) => {
  const row = await supportTicketByNumber(service.deps.db, number)
  if (!row) throw new Error('no such ticket')
  return row
}

test('a ticket waits for review, with what the server knows about its origin', async () => {
  writeFileSync(join(service.deps.env.DATA_DIR, 'networks.csv'), '5.160.0.0/14,IR,ParsOnline\n')
  const person = await aUser(service)
  const api = service.as({ ...person, address: '5.160.4.7' })
  const forged = { ...body, country: 'US' }
  expect(await api(createSupportTicket, { body: forged }).catch(toFailure)).toMatchObject({
    errors: { country: 'validation.unknownField' },
  })
  const ticket = await api(createSupportTicket, { body })
  expect(ticket).toMatchObject({
    ...body,
    status: 'pending',
    country: 'IR',
    ip: '5.160.4.7',
    internet_provider: 'ParsOnline',
    messages: [],
  })
  expect(ticket.number).toBeGreaterThan(1_000)
})

test('tickets belong to their owner: another user can neither read nor extend them', async () => {
  const [owner, other] = [await aUser(service), await aUser(service)]
  const { id } = await ask(owner)
  const params = { id }
  expect(await other.api(getSupportTicket, { params }).catch(toFailure)).toMatchObject({
    status: 404,
  })
  const write = other.api(addSupportTicketMessage, { params, body: { text: 'از دیگری' } })
  expect(await write.catch(toFailure)).toMatchObject({ status: 404 })
  expect((await other.api(listSupportTickets, { query: {} })).total).toBe(0)
  expect((await owner.api(getSupportTicket, { params })).messages).toEqual([])
  expect(await service.api(listSupportTickets, { query: {} }).catch(toFailure)).toMatchObject({
    status: 401,
  })
})

test('an answer changes the state, and is announced by SMS once', async () => {
  const person = await aUser(service)
  const ticket = await ask(person)
  const row = await rowOf(ticket)
  await answerSupportTicket(service.deps, row, 'برنامه را به‌روز کنید.')
  await sendNotifications(service.deps)
  await sendNotifications(service.deps)
  const params = { id: ticket.id }
  const answered = await person.api(getSupportTicket, { params })
  expect(answered.status).toBe('in_progress')
  expect(answered.messages).toMatchObject([{ from: 'support', text: 'برنامه را به‌روز کنید.' }])
  const told = (await service.outbox(person.msisdn)).filter(
    ({ kind }) => kind === 'ticket_answered',
  )
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain(`https://pardeh.example/tickets/${ticket.id}`)
  expect(told[0]?.text).not.toContain('برنامه')

  service.clock.advance({ minutes: 1 })
  const again = await person.api(addSupportTicketMessage, { params, body: { text: 'باز هم نشد.' } })
  expect(again.status).toBe('pending')
  expect(again.messages.map(({ from }) => from)).toEqual(['support', 'user'])
  expect((await findSupportTickets(service.deps.db, 'pending')).map(({ id }) => id)).toContain(
    ticket.id,
  )

  await closeSupportTicket(service.deps, ticket.id)
  expect((await person.api(getSupportTicket, { params })).status).toBe('completed')
  expect((await findSupportTickets(service.deps.db, 'open')).map(({ id }) => id)).not.toContain(
    ticket.id,
  )
})

test('each invalid field has its own message', async () => {
  const person = await aUser(service)
  const bad = { title: '  ', text: TEN_THOUSAND_EMOJI, department: 'nobody' as 'technical' }
  expect(await ask(person, bad).catch(toFailure)).toMatchObject({
    status: 422,
    errors: {
      title: ['validation.minLength', { length: 3 }],
      text: ['validation.maxLength', { length: 5_000 }],
      department: 'validation.invalid',
    },
  })
})

test('sixty hostile texts are returned without control characters, in titles, texts and messages', async () => {
  for (let from = 0; from < HOSTILE.length; from += 6) {
    const person = await aUser(service)
    for (const text of HOSTILE.slice(from, from + 6)) {
      const title = [...text].slice(0, 100).join('')
      const { id } = await ask(person, { title, text })
      const read = await person.api(addSupportTicketMessage, { params: { id }, body: { text } })
      expect([read.title, read.text, read.messages[0]?.text]).toEqual(
        [title, text, text].map(plainText),
      )
    }
  }
})

test('a user may open six tickets an hour, and sending the same one again creates one', async () => {
  const person = await aUser(service)
  const send = () => person.api(createSupportTicket, { body }, { idempotencyKey: 'one-form' })
  const first = await send()
  expect((await send()).id).toBe(first.id)
  for (let index = 0; index < 5; index++) await ask(person)
  expect(await ask(person).catch(toFailure)).toMatchObject({ status: 429 })
  expect((await person.api(listSupportTickets, { query: {} })).total).toBe(6)
})
