import { beforeEach, describe, expect, it } from 'vitest'
import { failureEnvelope, successEnvelope } from '#src/contract/envelope.ts'
import { securityHeaders } from '#src/http/security-headers.ts'
import { serveApi } from '#src/http/serve-api.ts'
import type { Runtime } from '#src/runtime.ts'
import { aRuntime, serveSteps } from '#tests/support/steps.ts'

const TOKEN = 'access-token-of-22-chars'
type Call = {
  url: string
  method: string
  body: string
  headers: Headers
  address: string
  requestId: string
}

let port: number
let calls: Call[]
let reply: () => Response

beforeEach(async () => {
  calls = []
  reply = () => Response.json(successEnvelope({ of: 'the service' }))
  const callService: Runtime['callService'] = async (request, { address, requestId }) => {
    const { url, method, headers } = request
    calls.push({ url, method, headers, address, requestId, body: await request.text() })
    return reply()
  }
  aRuntime({ callService })
  port = (await serveSteps([serveApi()])).port
})

const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)

describe('an API call', () => {
  it('gets the reply of the service with all headers of a reply', async () => {
    const got = await ask('/api/video-contents?count=3', { headers: { cookie: 'a=b' } })
    expect(await got.json()).toEqual(successEnvelope({ of: 'the service' }))
    expect(Object.fromEntries(got.headers)).toMatchObject({
      ...Object.fromEntries(new Headers(securityHeaders('reply', false))),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding',
    })
    expect(calls).toMatchObject([
      { url: 'http://service/video-contents?count=3', method: 'GET', address: '127.0.0.1' },
    ])
  })

  it('reaches the service with its body and the tokens of the cookie', async () => {
    await ask('/api/comments', {
      method: 'POST',
      body: '{"text":"سلام"}',
      headers: {
        'content-type': 'application/json',
        cookie: `session=${TOKEN}~`,
        'sec-fetch-site': 'same-origin',
      },
    })
    const [call] = calls
    expect([call?.method, call?.body]).toEqual(['POST', '{"text":"سلام"}'])
    expect(call?.headers.get('authorization')).toContain(TOKEN)
  })

  it.each(['GET', 'POST'])(
    'by %s is of the visitor at the socket, whatever its headers say',
    async method => {
      await ask('/api/comments', {
        method,
        ...(method === 'POST' ? { body: '{}' } : {}),
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'Pardeh-Address': '203.0.113.9',
          'pardeh-proto': 'https',
          'X-Forwarded-For': '203.0.113.9',
          'x-request-id': 'of-the-client',
        },
      })
      const [call] = calls
      expect(call?.address).toBe('127.0.0.1')
      expect(call?.requestId).toMatch(/^[\da-f-]{36}$/)
      expect([...(call?.headers.keys() ?? [])].filter(name => /^(pardeh|x-f)/.test(name))).toEqual(
        [],
      )
    },
  )

  it('with an effect is refused from another site, and a sign-in of partners from any other', async () => {
    const foreign = { cookie: `session=${TOKEN}~`, 'sec-fetch-site': 'cross-site' }
    expect((await ask('/api/comments', { method: 'POST', headers: foreign })).status).toBe(403)
    expect((await ask('/api/sso/partner', { headers: foreign })).status).toBe(403)
    expect(calls).toEqual([])
  })

  it('loses its session cookie if the service rejects the token', async () => {
    reply = () => Response.json(failureEnvelope('unauthorized'), { status: 401 })
    const got = await ask('/api/users/_self', { headers: { cookie: `session=${TOKEN}~` } })
    expect(got.status).toBe(401)
    expect(got.headers.getSetCookie().join()).toMatch(/session=;.*Max-Age=0/i)
  })

  it('is compressed if the client can read that', async () => {
    const data = { long: 'پرده '.repeat(500) }
    reply = () => Response.json(successEnvelope(data))
    const got = await ask('/api/users/_self', { headers: { 'accept-encoding': 'br' } })
    expect(got.headers.get('content-encoding')).toBe('br')
    expect(await got.json()).toEqual(successEnvelope(data))
  })
})

it.each([
  '/',
  '/api',
  '/apix',
  '/api/docs',
  '/api/docs/',
  '/api/openapi.json',
  '/api//users',
  '/api/%75sers',
])('%s is left to the next step', async path => {
  expect((await ask(path)).headers.get('x-passed')).toBe('1')
  expect(calls).toEqual([])
})
