// Calls that are answered at the socket get the same replies as those that pass Request and Response.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendOtp } from '#src/contract/endpoints/session.ts'
import { BODY_BYTES } from '#src/contract/limits.ts'
import type { Step } from '#src/http/listen.ts'
import { serveApi } from '#src/http/serve-api.ts'
import { sealState } from '#src/http/session-cookies.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import { createApp } from '#src/service/app.ts'
import { createCallFinder } from '#src/service/platform/http/api-call.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aDevice, aMsisdn, aSubscriber, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aRuntime, STATE_KEYS, serveSteps } from '#tests/support/steps.ts'

const BROWSER = { 'sec-fetch-site': 'same-origin', cookie: 'unique_id_v3=a-device' }
const JSON_TYPE = { 'content-type': 'application/json' }

type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string }
type Way = { name: string; ask: (asked: Asked) => Promise<Reply> }
type Reply = { status: number; headers: Record<string, string>; cookies: string[]; body: string }

let service: TestService
let person: Person
let shortId = ''
let answeredCalls: string[]
let ways: [direct: Way, forwarded: Way]

beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'rain', summary: { fa: 'باران '.repeat(300) } }),
  ])
  person = await aSubscriber(service)
  const list = await (await service.fetch('/video-contents')).json()
  shortId = list.data.items[0].short_id
})
afterAll(() => service.stop())

beforeEach(async () => {
  answeredCalls = []
  const app = createApp(service.deps)
  aRuntime({ callService: async (request, context) => app.fetch(request, context) })
  const find = createCallFinder(service.deps)
  const noting: typeof find = (method, path) => {
    const call = find(method, path)
    return (
      call && {
        ...call,
        answer: asked => {
          answeredCalls.push(`${method} ${path}`)
          return call.answer(asked)
        },
      }
    )
  }
  ways = [await way('direct', serveApi(noting)), await way('forwarded', serveApi())]
})

async function way(name: string, step: Step): Promise<Way> {
  const { port } = await serveSteps([step])
  const ask = async ({ path, method = 'GET', headers = {}, body }: Asked): Promise<Reply> => {
    const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const { date: _, 'set-cookie': __, ...own } = Object.fromEntries(reply.headers)
    return {
      status: reply.status,
      headers: own,
      cookies: reply.headers.getSetCookie(),
      body: await reply.text(),
    }
  }
  return { name, ask }
}

/** Asks both ways, and returns the reply of each. */
async function both(asked: Asked | ((way: string) => Promise<Asked>)): Promise<[Reply, Reply]> {
  const replies: Reply[] = []
  for (const { name, ask } of ways)
    replies.push(await ask(typeof asked === 'function' ? await asked(name) : asked))
  return replies as [Reply, Reply]
}

function sessionOf({ accessToken, profileToken, user }: Person): string {
  const state = sealState({ ...ANONYMOUS, isReady: true, user }, STATE_KEYS)
  return `unique_id_v3=a-device; session=${accessToken}~${profileToken}; state=${state}`
}

describe('a reply at the socket is that of the forwarded call', () => {
  const signedIn = () => ({ ...BROWSER, cookie: sessionOf(person) })
  const cases: [name: string, asked: () => Asked][] = [
    ['to a visitor', () => ({ path: '/video-contents?count=3', headers: BROWSER })],
    ['with a slash at the end', () => ({ path: '/video-contents/', headers: BROWSER })],
    [
      'in English',
      () => ({ path: `/video-contents/${shortId}`, headers: { 'accept-language': 'en' } }),
    ],
    [
      'by brotli',
      () => ({ path: `/video-contents/${shortId}`, headers: { 'accept-encoding': 'br' } }),
    ],
    [
      'by gzip',
      () => ({ path: `/video-contents/${shortId}`, headers: { 'accept-encoding': 'gzip' } }),
    ],
    ['short', () => ({ path: '/users/static-avatar', headers: { 'accept-encoding': 'br' } })],
    ['to a subscriber', () => ({ path: '/users/_self', headers: signedIn() })],
    ['to a subscriber, of a public call', () => ({ path: '/video-contents', headers: signedIn() })],
    [
      'to an app with its own token',
      () => ({
        path: '/users/_self',
        headers: {
          authorization: `Bearer ${person.accessToken}`,
          'profile-token': person.profileToken,
        },
      }),
    ],
    ['to an app without a token', () => ({ path: '/users/_self' })],
    [
      'to a wrong token',
      () => ({
        path: '/users/_self',
        headers: { ...BROWSER, cookie: 'session=a-wrong-token-of-30-characters~; unique_id_v3=a' },
      }),
    ],
    [
      'to a wrong profile token',
      () => ({
        path: '/users/_self/bookmarks',
        headers: {
          ...BROWSER,
          cookie: `session=${person.accessToken}~a-wrong-profile-token-of-30; unique_id_v3=a`,
        },
      }),
    ],
    ['of an unknown title', () => ({ path: '/video-contents/nothing', headers: BROWSER })],
    ['to an unknown path', () => ({ path: '/nothing/here', headers: BROWSER })],
    ['to another method', () => ({ path: '/video-contents', method: 'DELETE', headers: BROWSER })],
    ['to HEAD', () => ({ path: '/video-contents', method: 'HEAD', headers: BROWSER })],
    ['to a control character', () => ({ path: '/video-contents?query=%00', headers: BROWSER })],
    [
      'to a repeated parameter',
      () => ({ path: '/video-contents?count=1&count=2', headers: BROWSER }),
    ],
    ['to an unknown parameter', () => ({ path: '/video-contents?nothing=1', headers: BROWSER })],
    [
      'to a count that is not a number',
      () => ({ path: '/video-contents?count=many', headers: BROWSER }),
    ],
    [
      'to a body of another type',
      () => ({
        path: '/users/_self',
        method: 'PUT',
        headers: { ...signedIn(), 'content-type': 'text/plain' },
        body: '{}',
      }),
    ],
    [
      'to broken JSON',
      () => ({
        path: '/users/_self',
        method: 'PUT',
        headers: { ...signedIn(), ...JSON_TYPE },
        body: '{',
      }),
    ],
    [
      'to a control character in a body',
      () => ({
        path: '/users/_self',
        method: 'PUT',
        headers: { ...signedIn(), ...JSON_TYPE },
        body: '{"name":"a\\u0000"}',
      }),
    ],
    [
      'to an unknown field',
      () => ({
        path: '/users/_self',
        method: 'PUT',
        headers: { ...signedIn(), ...JSON_TYPE },
        body: '{"nothing":1}',
      }),
    ],
    [
      'to a compressed body',
      () => ({
        path: '/users/_self',
        method: 'PUT',
        headers: { ...signedIn(), ...JSON_TYPE, 'content-encoding': 'gzip' },
        body: '{}',
      }),
    ],
    [
      'to a large body',
      () => ({
        path: '/users/_self',
        method: 'PUT',
        headers: { ...signedIn(), ...JSON_TYPE },
        body: ' '.repeat(BODY_BYTES + 1),
      }),
    ],
    [
      'to another site',
      () => ({
        path: '/users/_self',
        method: 'PUT',
        headers: { ...signedIn(), ...JSON_TYPE, 'sec-fetch-site': 'cross-site' },
        body: '{}',
      }),
    ],
    [
      'to a prefetch of a call with an effect',
      () => ({
        path: `/video-contents/${shortId}/files/x/play`,
        headers: { ...signedIn(), 'sec-purpose': 'prefetch' },
      }),
    ],
    [
      'to a partner',
      () => ({
        path: '/sso/check?token=x',
        headers: { ...BROWSER, 'sec-fetch-site': 'cross-site' },
      }),
    ],
  ]

  it.each(cases)('%s', async (_, asked) => {
    const [direct, forwarded] = await both(asked())
    expect(direct).toEqual(forwarded)
    expect(JSON.stringify(direct.headers)).toContain('nosniff')
  })

  it('and most of them are answered at the socket', async () => {
    for (const [, asked] of cases) await ways[0].ask(asked())
    expect(answeredCalls.length).toBeGreaterThan(cases.length * 0.7)
    expect(answeredCalls.some(call => call.includes('/sso/'))).toBe(false)
  })
})

describe('the cookies of a reply at the socket', () => {
  /** Names and flags; tokens differ from call to call. */
  const shape = ({ cookies }: Reply) =>
    cookies.map(cookie => cookie.replace(/=[^;]+/, '=…')).toSorted()

  it('give a new device its identifier', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const [direct, forwarded] = await both({ path: '/video-contents', headers })
    expect(direct.cookies.join()).toMatch(/^unique_id_v3=[\da-f]{32}; /)
    expect(shape(direct)).toEqual(shape(forwarded))
    expect(direct.headers).toEqual(forwarded.headers)
  })

  it('sign in, switch the profile and sign out', async () => {
    const logins = await both(async () => {
      const msisdn = aMsisdn()
      const { tracker_id } = await service.api(sendOtp, { params: { msisdn } })
      const [message] = await service.outbox(msisdn)
      const body = { otp: message?.code, tracker_id, device: aDevice() }
      return {
        path: `/access-token/users/${msisdn}/otp`,
        method: 'POST',
        headers: { ...BROWSER, ...JSON_TYPE },
        body: JSON.stringify(body),
      }
    })
    expect(logins.map(({ status }) => status)).toEqual([200, 200])
    expect(shape(logins[0])).toEqual(shape(logins[1]))
    expect(shape(logins[0]).join()).toMatch(/session=….*HttpOnly/)
    for (const { body } of logins) expect(JSON.parse(body).data.access_token).toBe('')
    const [direct, forwarded] = logins.map(({ cookies }) =>
      ['unique_id_v3=a-device', ...cookies.map(each => each.split(';', 1)[0])].join('; '),
    ) as [string, string]
    const cookiesOf = (name: string) => (name === 'direct' ? direct : forwarded)
    const switched = await both(async name => {
      const headers = { ...BROWSER, ...JSON_TYPE, cookie: cookiesOf(name) }
      const list = await ways[0].ask({ path: '/users/profile/', headers })
      const body = JSON.stringify({ profile_id: JSON.parse(list.body).data.items[0].id, pin: '' })
      return { path: '/users/profile/switch', method: 'POST', headers, body }
    })
    expect(switched.map(({ status }) => status)).toEqual([200, 200])
    expect(shape(switched[0])).toEqual(shape(switched[1]))
    for (const { body } of switched) expect(JSON.parse(body).data.profile_access_token).toBe('')
    const ended = await both(async name => ({
      path: '/access-token/users/_self',
      method: 'DELETE',
      headers: { ...BROWSER, cookie: cookiesOf(name) },
    }))
    expect(ended[0]).toEqual(ended[1])
    expect(ended[0].headers['clear-site-data']).toBe('"cache"')
    expect(ended[0].cookies.join()).toMatch(/session=;/)
  })
})

it('a client who leaves in the middle of a body gets no reply, and others get theirs', async () => {
  const { port } = await serveSteps([serveApi(createCallFinder(service.deps))])
  const socket = connect(port, '127.0.0.1')
  const head = ['PUT /api/users/_self HTTP/1.1', 'Host: x', `Cookie: ${sessionOf(person)}`]
  const own = [
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/json',
    'Content-Length: 90',
  ]
  socket.write([...head, ...own, '', '{"na'].join('\r\n'))
  await wait(100)
  socket.destroy()
  await once(socket, 'close')
  const reply = await fetch(`http://127.0.0.1:${port}/api/video-contents`)
  expect(reply.status).toBe(200)
})
