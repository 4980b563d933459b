import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { sameOrigin } from '#src/http/same-origin.ts'
import { aRuntime } from '#tests/support/steps.ts'

const ORIGIN = 'https://pardeh.example'
beforeEach(() => void aRuntime({ settings: { SITE_URL: ORIGIN } }))

const app = new Hono()
app.use(sameOrigin)
app.all('*', c => c.text('done'))

async function statusOf(method: string, headers: Record<string, string>, path = '/api/comments') {
  return (await app.request(path, { method, headers })).status
}

describe('a request with an effect', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: ORIGIN }, 403],
    [{ origin: ORIGIN, cookie: 'a=b' }, 200],
    [{ origin: 'http://pardeh.example', cookie: 'a=b' }, 403],
    [{ origin: 'null' }, 403],
    [{ referer: `${ORIGIN}/login`, cookie: 'a=b' }, 200],
    [{ referer: 'https://evil.example/', cookie: 'a=b' }, 403],
    [{ referer: 'nonsense', cookie: 'a=b' }, 403],
    [{ cookie: 'a=b' }, 403],
    [{}, 200],
  ])('with %j is answered %i', async (headers, status) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(await statusOf(method, headers), method).toBe(status)
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(await statusOf(method, headers), method).toBe(200)
  })

  it('may come from a bank where it calls back, and nowhere else', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://bank.example' }
    for (const path of ['/payments/zarinpal/callback', '/webhooks/vandar', '/fake/zarinpal/pay'])
      expect(await statusOf('POST', headers, path), path).toBe(200)
    for (const path of ['/payments', '/payments/zarinpal', '/webhooks/', '/api/webhooks/vandar'])
      expect(await statusOf('POST', headers, path), path).toBe(403)
  })

  it('is rejected with an envelope that no cache stores', async () => {
    const reply = await app.request('/api/x', { method: 'POST', headers: { origin: 'null' } })
    expect(await reply.json()).toEqual({
      data: null,
      meta: { operation_result: 'forbidden', operation_result_code: 40300 },
    })
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })
})
