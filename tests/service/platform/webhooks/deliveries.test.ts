/** Events are delivered to the endpoints that listen to them: signed, once each, and again if an endpoint failed. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#src/service/platform/db/open.ts'
import {
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '#src/service/platform/db/schema/webhooks.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import type { GuardedMessage } from '#src/service/platform/http/guarded-post.ts'
import {
  listDeliveries,
  requeueDeliveries,
} from '#src/service/platform/webhooks/deliveries.queries.ts'
import { emitWebhookEvent } from '#src/service/platform/webhooks/emit.ts'
import {
  addWebhookEndpoint,
  removeWebhookEndpoint,
} from '#src/service/platform/webhooks/endpoints.ts'
import type { WebhookType } from '#src/service/platform/webhooks/events.ts'
import { sendWebhooks } from '#src/service/platform/webhooks/send.ts'
import { webhookSecret } from '#src/service/platform/webhooks/signature.ts'
import { registerWebhookJobs } from '#src/service/platform/webhooks/webhooks.jobs.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

type Received = { url: string; id: string; body: string; headers: Record<string, string> }

let service: TestService
let received: Received[]
let answer: (url: string) => number | Promise<number>
const guardedPost = async (url: string, { headers, body }: GuardedMessage) => {
  const status = await answer(url)
  received.push({ url, id: headers['webhook-id'] ?? '', body, headers })
  return status
}
beforeAll(async () => {
  service = await startTestService({ overrides: { guardedPost } })
  registerWebhookJobs(service.deps)
})
afterAll(() => service.stop())
beforeEach(async () => {
  received = []
  answer = () => 204
  await service.deps.db.delete(webhookEndpoints)
  await service.deps.db.delete(webhookEvents)
})

const CRM = 'https://crm.example/hook'
async function anEndpoint(url = CRM, events: WebhookType[] | null = null) {
  const added = await addWebhookEndpoint(service.deps, { url, events, isInternal: false })
  if (!added) throw new Error('it was there')
  return added
}
let tickets = 0
function emit(of = `ticket-${++tickets}`, deps: Pick<Deps, 'db'> = service.deps): Promise<void> {
  const data = { ticket: of, number: 1001, user: 'someone', department: 'technical' }
  return emitWebhookEvent(deps.db, { type: 'ticket.opened', of, data }, service.clock.now())
}
const log = () => listDeliveries(service.deps.db, {})

test('a message is signed by Standard Webhooks, and contains no secret', async () => {
  const endpoint = await anEndpoint()
  await emit('a')
  expect(await sendWebhooks(service.deps)).toBe(1)
  const [{ id, body, headers } = { id: '', body: '', headers: {} as Record<string, string> }] =
    received
  const secret = webhookSecret(service.deps, endpoint.id)
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${id}.${headers['webhook-timestamp']}.${body}`
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  )
  expect(Number(headers['webhook-timestamp'])).toBe(service.clock.now().getTime() / 1_000)
  expect(JSON.parse(body)).toMatchObject({ type: 'ticket.opened', data: { ticket: 'a' } })
  expect(JSON.stringify([body, headers])).not.toContain(secret.slice(6))
  const other = await anEndpoint('https://other.example/')
  expect(webhookSecret(service.deps, other.id)).not.toBe(secret)
})

test('only endpoints that listen get an event, and without one nothing is stored', async () => {
  await emit()
  expect(await service.deps.db.select().from(webhookEvents)).toEqual([])
  await anEndpoint(CRM, ['payment.failed'])
  await emit()
  expect(await service.deps.db.select().from(webhookEvents)).toEqual([])
  await anEndpoint('https://a.example/', ['payment.failed', 'ticket.opened'])
  await anEndpoint('https://b.example/')
  await emit()
  await sendWebhooks(service.deps)
  expect(received.map(({ url }) => url).toSorted()).toEqual([
    'https://a.example/',
    'https://b.example/',
  ])
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
})

test('an event of a transaction that is rolled back is never sent', async () => {
  await anEndpoint()
  const failed = inTransaction(service.deps.db, async tx => {
    await emit('rolled-back', { db: tx as unknown as Deps['db'] })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await sendWebhooks(service.deps)).toBe(0)
})

test('sixteen reports of the same event and eight sending nodes: one message', async () => {
  await anEndpoint()
  await Promise.all(Array.from({ length: 16 }, () => emit('same')))
  for (let other = 0; other < 30; other++) await emit()
  const nodes = await Promise.all(Array.from({ length: 8 }, () => service.again()))
  await Promise.all(nodes.map(({ deps }) => sendWebhooks(deps)))
  expect(received).toHaveLength(31)
  expect(new Set(received.map(({ id }) => id)).size).toBe(31)
  await sendWebhooks(service.deps)
  expect(received).toHaveLength(31)
  for (const node of nodes) await node.stop()
})

test('a failed message is retried with the same id, after growing pauses', async () => {
  await anEndpoint()
  await emit()
  answer = () => 503
  await sendWebhooks(service.deps)
  await sendWebhooks(service.deps)
  expect(received).toHaveLength(1)
  service.clock.advance({ seconds: 76 })
  await sendWebhooks(service.deps)
  service.clock.advance({ seconds: 76 })
  await sendWebhooks(service.deps)
  expect(received).toHaveLength(2)
  answer = () => 200
  service.clock.advance({ seconds: 76 })
  expect(await sendWebhooks(service.deps)).toBe(1)
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  expect(await log()).toMatchObject([{ attempts: 3, status: 200, failure: null }])
})

test('after fifteen attempts, at 410, or after three days it is given up, and can be queued again', async () => {
  const endpoint = await anEndpoint()
  await emit()
  answer = () => 500
  for (let attempt = 0; attempt < 15; attempt++) {
    const [{ nextAttemptAt } = { nextAttemptAt: service.clock.now() }] = await log()
    service.clock.set(nextAttemptAt)
    await sendWebhooks(service.deps)
  }
  expect(await log()).toMatchObject([{ attempts: 15, nextAttemptAt: service.clock.now() }])
  answer = () => 410
  await emit()
  service.clock.advance({ minutes: 1 })
  await sendWebhooks(service.deps)
  answer = () => 200
  await emit()
  service.clock.advance({ days: 3, minutes: 1 })
  await sendWebhooks(service.deps)
  const dead = await listDeliveries(service.deps.db, { state: 'dead', endpoint: endpoint.id })
  expect(dead.map(({ status, failure }) => status ?? failure)).toEqual(['stale', 410, 500])
  const text = await service.deps.metrics.text()
  expect(text).toContain(`pardeh_webhooks_dead{endpoint="${endpoint.id}"} 3`)
  expect(text).not.toContain('crm.example')
  await requeueDeliveries(service.deps, { events: null, endpoint: endpoint.id })
  expect(await sendWebhooks(service.deps)).toBe(3)
  expect(await listDeliveries(service.deps.db, { state: 'dead' })).toEqual([])
})

test('a hanging endpoint delays no other', async () => {
  await anEndpoint('https://hangs.example/')
  await anEndpoint('https://works.example/')
  for (let count = 0; count < 20; count++) await emit()
  const released = Promise.withResolvers<number>()
  answer = url => (url.includes('hangs') ? released.promise : 200)
  const sending = sendWebhooks(service.deps)
  await expect
    .poll(() => received.filter(({ url }) => url.includes('works')).length, { timeout: 30_000 })
    .toBe(20)
  expect(received.some(({ url }) => url.includes('hangs'))).toBe(false)
  released.resolve(500)
  await sending
  // It is skipped after its first failures.
  expect(received.filter(({ url }) => url.includes('hangs')).length).toBeLessThanOrEqual(4)
})

test('a message whose node ends before it records the delivery is sent again with the same id', async () => {
  await anEndpoint()
  await emit()
  const crash = () => Promise.reject(new Error('killed'))
  await expect(sendWebhooks({ ...service.deps, failpoint: crash })).rejects.toThrow('killed')
  expect(await sendWebhooks(service.deps)).toBe(0)
  service.clock.advance({ seconds: 61 })
  expect(await sendWebhooks(service.deps)).toBe(1)
  expect(received.map(({ id }) => id)).toEqual([received[0]?.id, received[0]?.id])
})

test('waiting messages of an endpoint are deleted with it', async () => {
  const { id } = await anEndpoint()
  await emit()
  expect(await removeWebhookEndpoint(service.deps.db, id)).toMatchObject({ id })
  expect(await removeWebhookEndpoint(service.deps.db, id)).toBeNull()
  expect(await sendWebhooks(service.deps)).toBe(0)
  expect(await service.deps.db.select().from(webhookDeliveries)).toEqual([])
})
