// A service node answers calls of the contract at the socket. Their replies are those of the calls that pass Request and Response.
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BAND_HEADER } from '#src/contract/headers.ts'
import { BODY_BYTES } from '#src/contract/limits.ts'
import { serveCalls } from '#src/http/service-calls.ts'
import { createApp } from '#src/service/app.ts'
import { createCallFinder } from '#src/service/platform/http/api-call.ts'
import { createCallers } from '#src/service/platform/nodes/callers.ts'
import {
  nodeKey,
  signVisitor,
  VISITOR_HEADER,
} from '#src/service/platform/nodes/visitor-signature.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aSubscriber, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { serveSteps } from '#tests/support/steps.ts'

const SECRET = 'a secret of the nodes, long enough for a key'
const JSON_TYPE = { 'content-type': 'application/json' }
type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string }

let service: TestService
let person: Person
beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'adult', age_label: 18 }),
    aFilm({ external_id: 'child', age_label: 3 }),
  ])
  person = await aSubscriber(service)
})
afterAll(() => service.stop())

/** Asks a node that answers at the socket, and one that forwards every call. */
async function both(asked: Asked) {
  const app = createApp(service.deps)
  const callers = createCallers(
    { SECRET, SECRET_PREVIOUS: [] },
    { log: pino({ level: 'silent' }), registry: new Registry(), now: service.deps.now },
  )
  const find = createCallFinder(service.deps)
  let isFound = false
  const noting: typeof find = (method, path) => {
    const found = find(method, path)
    isFound ||= found !== null
    return found
  }
  const replies = []
  for (const way of [noting, () => null]) {
    const node = {
      call: async (request: Request, context: object) => app.fetch(request, context),
      find: way,
    }
    const { port } = await serveSteps([serveCalls(node, callers)])
    const { path, ...init } = asked
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const { date: _, ...headers } = Object.fromEntries(reply.headers)
    // JSON has no other encoding, named or not.
    headers['content-type'] = headers['content-type']?.replace('; charset=utf-8', '') ?? ''
    replies.push({ status: reply.status, headers, body: await reply.text() })
  }
  const [direct, forwarded] = replies
  return { direct, forwarded, isFound }
}

const ofPerson = () => ({
  authorization: `Bearer ${person.accessToken}`,
  'profile-token': person.profileToken ?? '',
})
const signed = (path: string) => {
  const visitor = { address: '203.0.113.9', requestId: 'a-request', band: 'under_7' as const }
  const now = service.deps.now().getTime()
  return { [VISITOR_HEADER]: signVisitor(visitor, nodeKey(SECRET), { method: 'GET', path }, now) }
}
const put = (body: string, headers = {}) => ({
  path: '/users/_self',
  method: 'PUT',
  headers: { ...ofPerson(), ...JSON_TYPE, ...headers },
  body,
})

const CASES: [name: string, asked: () => Asked][] = [
  ['a list for a visitor', () => ({ path: '/video-contents?count=3' })],
  ['a list in English', () => ({ path: '/video-contents', headers: { 'accept-language': 'en' } })],
  ['the user', () => ({ path: '/users/_self', headers: ofPerson() })],
  ['a change', () => put('{"name":"مریم"}')],
  ['a call without a token', () => ({ path: '/users/_self' })],
  ['an unknown title', () => ({ path: '/video-contents/nothing' })],
  ['a repeated parameter', () => ({ path: '/video-contents?count=1&count=2' })],
  ['a control character', () => ({ path: '/video-contents?query=%00' })],
  ['broken JSON', () => put('{')],
  ['a large body', () => put(' '.repeat(BODY_BYTES + 1))],
]
test.each(CASES)('%s is answered at the socket as elsewhere', async (_, asked) => {
  const { direct, forwarded, isFound } = await both(asked())
  expect(isFound).toBe(true)
  expect(direct).toEqual(forwarded)
})

const OTHERS: [name: string, asked: Asked][] = [
  ['an unknown path', { path: '/nothing/here' }],
  ['another method', { path: '/video-contents', method: 'DELETE' }],
  ['HEAD', { path: '/video-contents', method: 'HEAD' }],
  ['the description of the API', { path: '/openapi.json' }],
  ['a path with a code', { path: '/video%2Dcontents' }],
]
test.each(OTHERS)('%s is forwarded', async (_, asked) => {
  const { direct, forwarded, isFound } = await both(asked)
  expect(isFound).toBe(false)
  expect(direct).toEqual(forwarded)
})

test('a page node gets the list for the child that it names, and the reply names the band', async () => {
  const path = '/video-contents'
  const { direct, forwarded, isFound } = await both({ path, headers: signed(path) })
  expect(isFound).toBe(true)
  expect(direct).toEqual(forwarded)
  expect(direct?.headers[BAND_HEADER.toLowerCase()]).toBe('under_7')
  expect(JSON.parse(direct?.body ?? '').data.items).toHaveLength(1)
})
